"""Program that runs another program within limits: seconds of processor time and bytes of memory.

Run by render_queue.py.
"""

import os
import runpy
import sys

seconds, memory, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
if os.name == "posix":
    import resource

    os.nice(10)  # live play has priority
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
runpy.run_path(program, run_name="__main__")
