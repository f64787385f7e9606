"""Training of the networks in `vision/models/`; needs the `train` extra, never runs at a table."""
