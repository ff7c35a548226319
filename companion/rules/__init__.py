"""The rules of Small World: pure functions over frozen values.

Nothing in here knows the time, a random number, a file, a thread, the web or
a pin.  Chance is an answer that comes from outside.  May import: nothing of ours.
"""
