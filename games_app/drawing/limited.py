"""Run as a program, which is told seconds of processor time, bytes of memory and another program: runs that
one, which gets no more. See render_queue.py.
"""

import os
import runpy
import sys

seconds, memory, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
if os.name == "posix":
    import resource

    os.nice(10)  # people who play go first
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
runpy.run_path(program, run_name="__main__")
