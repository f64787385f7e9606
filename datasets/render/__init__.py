"""The scene renderer: Blender builds a table with a board and renders it in layers.

It runs in an environment of its own (`make render-env`), because Blender's `bpy` wants Python 3.11
and an old NumPy; nothing else in the project imports it. From the rest it imports only
`engines` and what needs neither OpenCV nor a newer NumPy: `datasets.play`, `layouts`, `splits`.
"""
