"""Where the camera is and how its lens bends the picture."""
