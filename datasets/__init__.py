"""Labelled pictures: rendered scenes, the composer, photos, and the yardstick."""
