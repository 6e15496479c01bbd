"""Run a command and print its seconds and its peak resident bytes. Imports little: see measure.usage_of."""

import os
import subprocess
import sys
import time

if __name__ == "__main__":
    start = time.perf_counter()
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    unit = 1 if sys.platform == "darwin" else 1024
    print(time.perf_counter() - start, usage.ru_maxrss * unit)
    sys.exit(os.waitstatus_to_exitcode(status) != 0)
