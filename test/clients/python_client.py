"""Asks the questions that a test sends: JSON of options and events, and prints what was answered."""

import json
import sys
import threading
import time

sys.path.insert(0, sys.argv[1])
from gatehouse_client import Gatehouse  # noqa: E402


def client(question):
    return Gatehouse(question["policies"], question["command"], question["timeoutMs"] / 1000)


results = []
questions = json.load(sys.stdin)
for question in questions:
    start = time.monotonic()
    with client(question) as gatehouse:
        answers = [gatehouse.decide(event) for event in question["events"]]
    closed = gatehouse.decide({})["effect"]
    results.append({"answers": answers, "closed": closed, "s": time.monotonic() - start})

# Many threads ask one client: each gets its own answer.
own = {}
with client(questions[0]) as gatehouse:

    def ask(number):
        command = f"deny {number}" if number % 2 else f"ls {number}"
        event = {"event": "before_tool_call", "toolName": "x", "params": {"command": command}}
        own[str(number)] = gatehouse.decide(event)["effect"]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    bad = [gatehouse.decide(event)["effect"] for event in ({"x": float("nan")}, {"x": object()})]
print(json.dumps({"results": results, "own": own, "bad": bad}))
