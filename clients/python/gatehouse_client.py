"""Decisions of Gatehouse in Python, through its child process ``gatehouse decide --jsonl``.

    with Gatehouse(policies=["policies.yaml"]) as gatehouse:
        decision = gatehouse.decide({"event": "before_tool_call", "toolName": "Bash", "params": {"command": "ls"}})
        if decision["effect"] == "deny": ...

``decide`` never raises: whatever goes wrong is a deny. Only the standard library is needed, and Python 3.9 or later.
"""

import json
import queue
import subprocess
import threading
from typing import Any, Literal, Mapping, Optional, Sequence, TypedDict

MAX_LINE = 16 * 1024 * 1024
"""Bytes of one answer; a longer one is a failure."""


class Warned(TypedDict):
    """What a policy says about a call that it lets happen."""

    policy: str
    reason: str


class _Always(TypedDict):
    effect: Literal["deny", "ask", "allow", "abstain"]
    policy: Optional[str]
    reason: str
    warnings: Sequence[Warned]
    context: Sequence[str]
    systemMessages: Sequence[str]
    trace: Sequence[Mapping[str, Any]]


class Decision(_Always, total=False):
    """The merged answer to one event. ``updatedInput`` has the keys to set on the event's input, and is there for a rewrite."""

    updatedInput: Mapping[str, Any]


class Gatehouse:
    """Policies in force, and the process that decides by them. Safe to use from several threads.

    policies: paths of files and folders; none: those that are in force in ``cwd``.
    command: the program and its first arguments.
    timeout: seconds for one decision, with everything that it asks.
    """

    def __init__(
        self,
        policies: Sequence[str] = (),
        command: Sequence[str] = ("gatehouse",),
        timeout: float = 60.0,
        cwd: Optional[str] = None,
        env: Optional[Mapping[str, str]] = None,
    ) -> None:
        options = [word for path in policies for word in ("--policies", str(path))]
        self._argv = [*command, "decide", "--jsonl", *options]
        self._timeout = timeout
        self._cwd = cwd
        self._env = None if env is None else dict(env)
        self._lock = threading.Lock()
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._answers: "queue.Queue[Optional[bytes]]" = queue.Queue()
        self._closed = False

    def decide(self, event: Mapping[str, Any]) -> Decision:
        """The decision of one event. ``effect`` is ``deny``, ``ask``, ``allow`` or ``abstain``."""
        try:
            line = json.dumps(event, allow_nan=False, ensure_ascii=True).encode("ascii") + b"\n"
        except (TypeError, ValueError, RecursionError) as error:
            return deny(f"the event is not JSON: {error}")
        with self._lock:
            if self._closed:
                return deny("the client is closed")
            try:
                return self._ask(line)
            except (OSError, ValueError) as error:
                # An answer that comes later would be taken for that of the next event.
                self._stop()
                return deny(str(error) or type(error).__name__)

    def close(self) -> None:
        """Ends the process. Later events are denied."""
        with self._lock:
            self._closed = True
            self._stop()

    def __enter__(self) -> "Gatehouse":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, line: bytes) -> Decision:
        process = self._process
        if process is None or process.poll() is not None:
            process = self._start()
        assert process.stdin is not None
        # Neither a process that does not read nor one that does not answer is waited for longer.
        timer = threading.Timer(self._timeout, process.kill)
        timer.start()
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answer = self._answers.get()
        finally:
            timer.cancel()
        if answer is None:
            raise ValueError(f"the process has ended, or has not answered within {self._timeout:g} s")
        decision = json.loads(answer)
        if not is_decision(decision):
            raise ValueError("the answer is not a decision")
        return decision

    def _start(self) -> "subprocess.Popen[bytes]":
        self._stop()
        process = subprocess.Popen(
            self._argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self._cwd, env=self._env
        )
        answers: "queue.Queue[Optional[bytes]]" = queue.Queue()
        threading.Thread(target=_read, args=(process, answers), daemon=True).start()
        self._process, self._answers = process, answers
        return process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        if process.stdin is not None:
            try:
                process.stdin.close()
            except OSError:
                pass


_EFFECTS = ("deny", "ask", "allow", "abstain")


def _read(process: "subprocess.Popen[bytes]", answers: "queue.Queue[Optional[bytes]]") -> None:
    assert process.stdout is not None
    with process.stdout as lines:
        while True:
            line = lines.readline(MAX_LINE)
            if not line.endswith(b"\n"):
                break
            answers.put(line)
    answers.put(None)


def is_decision(answer: object) -> bool:
    """Whether an answer is a decision: anything else is none, whatever it looks like."""
    return isinstance(answer, dict) and answer.get("effect") in _EFFECTS


def deny(why: str) -> Decision:
    """What counts where there is no decision."""
    reason = f"gatehouse failed: {why}"
    return {
        "effect": "deny",
        "policy": None,
        "reason": reason,
        "warnings": [],
        "context": [],
        "systemMessages": [],
        "trace": [],
    }
