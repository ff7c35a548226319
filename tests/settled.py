"""Imported last by the fork server: what is there by then is left out of each process's garbage collections.

Else the first collection of each looks at all of it, and so makes a copy of what all of them could share.
"""

import gc

gc.collect()
gc.freeze()
