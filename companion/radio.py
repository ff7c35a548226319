"""The helper that switches the hotspot, by the name that the units of earlier installations start it by.

An update by a wheel leaves those as they are.
"""

from companion.host.hotspot_helper import main

if __name__ == "__main__":
    main()
