"""A small map file that is right, for tests that make it wrong."""

SHORE = '''\
id = "shore"
name = "map.base-2"
players = 2
turns = 10
width = 300
height = 100

[[region]]
id = "r01"
terrain = "sea"
border = true
edge = true
adjacent = ["r02"]
centre = [45, 50]
clear = 30
outline = """
0,0 100,0 100,100 0,100
"""

[[region]]
id = "r02"
terrain = "hill"
symbols = ["mine"]
lost_tribe = true
border = true
edge = true
coastal = true
adjacent = ["r01", "r03"]
centre = [150, 50]
clear = 30
via = [[150, 0, 20], [150, 100, 20]]
outline = """
100,0 200,0 200,100 100,100
"""

[[region]]
id = "r03"
terrain = "forest"
border = true
edge = true
adjacent = ["r02"]
centre = [250, 50]
clear = 30
via = [[280, 50, 10]]
outline = """
200,0 300,0 300,100 200,100
"""
'''
