"""Decisions and approvals of Gatehouse in Python, from its decision server (``gatehouse serve``).

    server = Server("http://127.0.0.1:8181", token=os.environ["DOCUMENTS_TOKEN"])
    decided = server.decide({"event": "before_tool_call", "toolName": "Bash", "params": {"command": "git push"}})
    if decided["decision"]["effect"] == "ask": print(decided["approval"]["id"], "waits for a person")

``decide`` never raises: whatever goes wrong is a deny. Approvals raise ``ServerError``: nothing may be taken for an answer of a person. Only
the standard library is needed, and Python 3.9 or later.
"""

import http.client
import ipaddress
import json
import ssl
import time
from typing import Any, Literal, Mapping, Optional, Sequence, TypedDict
from urllib.parse import quote, urlsplit

from gatehouse_client import MAX_LINE, Decision, deny, is_decision

State = Literal["waiting", "approved", "refused"]


class Shown(TypedDict):
    """The call as a person sees it: secrets are hidden in it."""

    event: str
    tool: str
    params: str


class Approval(TypedDict, total=False):
    """A call that waits for a person. Times are milliseconds since 1970."""

    id: str
    policy: Optional[str]
    reason: str
    shown: Shown
    saw: Sequence[str]
    asked: int
    expires: int
    state: State
    by: str


class Decided(TypedDict, total=False):
    """A decision, and where it asks, what it waits for."""

    decision: Decision
    approval: Approval


class ServerError(Exception):
    """What the server refuses. ``code`` is stable; empty where there was no answer of it."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


class Server:
    """A decision server. Safe to use from several threads.

    origin: its address, ``https://…``, or ``http://…`` on this machine: the token would be read on its way.
    token: of a caller; with the role ``decide`` it decides, with ``approve`` it answers.
    timeout: seconds for one request, with everything that policies ask.
    context: whom TLS believes.
    """

    def __init__(
        self, origin: str, token: str, timeout: float = 60.0, context: Optional[ssl.SSLContext] = None
    ) -> None:
        address = urlsplit(origin)
        if address.scheme not in ("http", "https") or not address.hostname or address.path not in ("", "/"):
            raise ValueError("expected an origin, for example https://gatehouse.example")
        if address.scheme == "http" and not _is_here(address.hostname):
            raise ValueError("expected https, as the server is not on this machine")
        self._secure, self._host, self._port = address.scheme == "https", address.hostname, address.port
        self._headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        self._timeout, self._context = timeout, context

    def decide(self, event: Mapping[str, Any]) -> Decided:
        """The decision of one event, and the approval that an ask waits for."""
        try:
            answer = self._request("POST", "/v1/decide", {"event": event})
            if not is_decision(answer.get("decision")):
                return {"decision": deny("the answer is not a decision")}
            return answer  # type: ignore[return-value]
        except (ServerError, TypeError, ValueError, RecursionError) as error:
            return {"decision": deny(str(error) or type(error).__name__)}

    def approvals(self) -> Sequence[Approval]:
        """The calls that wait for a person, the oldest first."""
        waiting = self._request("GET", "/v1/approvals").get("approvals")
        if not isinstance(waiting, list):
            raise ServerError("the answer is not a list of approvals")
        return waiting

    def approval(self, id: str) -> Approval:
        """One call that waits, or was answered and not used; raises with the code ``gone`` afterwards."""
        return self._approval("GET", id)

    def answer(self, id: str, approve: bool) -> Approval:
        """A person lets a call happen, once, or refuses it. Never because a model did."""
        return self._approval("POST", id, {"answer": "approve" if approve is True else "refuse"})

    def wait(self, id: str, seconds: float, every: float = 1.0) -> bool:
        """Whether a person says yes within this time: decide the same event again then. What is gone, or not answered, is a no."""
        until = time.monotonic() + seconds
        while True:
            try:
                state = self.approval(id).get("state")
            except ServerError as error:
                if error.code == "gone":
                    return False
                raise
            if state != "waiting" or time.monotonic() + every > until:
                return state == "approved"
            time.sleep(every)

    def _approval(self, method: str, id: str, body: Optional[object] = None) -> Approval:
        answer = self._request(method, f"/v1/approvals/{quote(id, safe='')}", body)
        if answer.get("id") != id or answer.get("state") not in ("waiting", "approved", "refused"):
            raise ServerError("the answer is not an approval")
        return answer  # type: ignore[return-value]

    def _request(self, method: str, path: str, body: Optional[object] = None) -> Mapping[str, Any]:
        text = None if body is None else json.dumps(body, allow_nan=False).encode("ascii")
        # It follows no redirection and asks no proxy: the token is for this address.
        connection: http.client.HTTPConnection = (
            http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=self._context)
            if self._secure
            else http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        )
        try:
            connection.request(method, path, text, self._headers)
            response = connection.getresponse()
            read = response.read(MAX_LINE + 1)
        except (OSError, http.client.HTTPException) as error:
            raise ServerError(f"the server does not answer: {error or type(error).__name__}") from error
        finally:
            connection.close()
        try:
            answer = json.loads(read) if len(read) <= MAX_LINE else None
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise ServerError(f"the server answers {response.status}, and no JSON object")
        if response.status != 200:
            raise ServerError(f"the server answers {response.status}: {answer.get('title')}", str(answer.get("code", "")))
        return answer


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
