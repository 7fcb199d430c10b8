#!/usr/bin/env python3
"""The one entry point: it checks Python's version; boardgames/bootstrap.py does the rest.

Any Python must be able to parse this file, Python 2 too: otherwise an old one answers with a SyntaxError.
"""

import sys

OLDEST = (3, 11)

if __name__ == "__main__":
    if sys.version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        sys.exit("This is Python " + sys.version.split()[0] + "; use Python " + wanted + " or newer.")
    from boardgames.bootstrap import main

    main()
