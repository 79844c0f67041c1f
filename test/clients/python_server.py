"""Asks a server as a test says, and prints what came of it."""

import json
import sys

sys.path.insert(0, sys.argv[1])
from gatehouse_server import Server, ServerError  # noqa: E402

origin, elsewhere = sys.argv[2], sys.argv[3]
service, person = Server(origin, "token-of-the-service-1234567890ab"), Server(origin, "token-of-alice-1234567890abcdef00")


def call(command):
    return {"event": "before_tool_call", "toolName": "x", "params": {"command": command}}


def effect(decided):
    return decided["decision"]["effect"]


def code(run):
    try:
        run()
        return "none"
    except ServerError as error:
        return error.code
    except ValueError:
        return "ValueError"


out = {"deny": service.decide(call("deny it"))["decision"], "plain": effect(service.decide(call("ls")))}
asked = service.decide(call("push"))
id = asked["approval"]["id"]
out["asked"] = [effect(asked), asked["approval"]["state"], service.wait(id, 0)]
out["waiting"] = [one["id"] == id for one in person.approvals()]
out["own"] = code(lambda: service.answer(id, True))
out["state"] = person.answer(id, True)["state"]
out["wait"] = service.wait(id, 5, every=0.05)
out["other"] = effect(service.decide(call("push more")))
out["approved"] = [effect(service.decide(call("push"))) for _ in range(2)]
refused = service.decide(call("push two"))["approval"]["id"]
person.answer(refused, "yes")  # Only True is a yes.
out["refused"] = [service.wait(refused, 0), effect(service.decide(call("push two")))]
out["gone"] = [service.wait("no-such-approval", 0), code(lambda: service.approval("no/such"))]
out["wrong"] = [
    effect(Server(origin, "another token").decide(call("ls"))),
    effect(Server("http://127.0.0.1:1", "x").decide(call("ls"))),
    effect(Server(elsewhere, "x").decide(call("ls"))),
    effect(service.decide({"x": float("nan")})),
    effect(service.decide({"x": object()})),
]
out["origins"] = [code(lambda one=one: Server(one, "x")) for one in ("http://example.com", "ftp://x", "https://x/y")]
print(json.dumps(out))
