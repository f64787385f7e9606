"""The scene renderer: Blender builds a table with a board and renders it in layers.

It runs in an environment of its own (`make render-env`), because Blender's `bpy` wants Python 3.11
and an old NumPy; nothing else in the project imports it. It imports only `engines` from the rest.
"""
