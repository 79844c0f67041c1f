"""What a client may find in place of gatehouse, by its first argument."""

import sys
import time

kind = sys.argv[1]
for number, line in enumerate(sys.stdin):
    if kind == "silent":
        time.sleep(60)
    elif kind == "crash":
        sys.exit(3)
    elif kind == "nonsense":
        print("not JSON", flush=True)
    elif kind == "another":
        print('{"effect":"approve"}', flush=True)
    elif kind == "list":
        print("[]", flush=True)
    elif kind == "once":
        if number > 0:
            sys.exit(0)
        print('{"effect":"abstain","policy":null,"reason":"once"}', flush=True)
