"""`hakem doctor`: is this machine fit to watch a table, and what is to be done if not?

It must run where packages are missing or broken, so nothing here imports them at the top.
"""
