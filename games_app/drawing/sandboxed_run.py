"""Program that runs another program within limits: niceness, seconds of processor time, bytes of memory.

Run by render_queue.py.
"""

import os
import runpy
import sys

niceness, seconds, memory = map(int, sys.argv[1:4])
program = sys.argv[4]
if os.name == "posix":
    import resource

    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
runpy.run_path(program, run_name="__main__")
