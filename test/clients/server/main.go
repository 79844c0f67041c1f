// Asks a server as a test says, and prints what came of it.
package main

import (
	"encoding/json"
	"errors"
	"os"
	"time"

	"gatehouse"
)

func server(origin, token string) *gatehouse.Server {
	made, err := gatehouse.NewServer(origin, token, 0)
	if err != nil {
		panic(err)
	}
	return made
}

func call(command string) any {
	return map[string]any{"event": "before_tool_call", "toolName": "x", "params": map[string]string{"command": command}}
}

func code(err error) string {
	var refused *gatehouse.ServerError
	if errors.As(err, &refused) {
		return refused.Code
	}
	if err != nil {
		return "ValueError"
	}
	return "none"
}

func main() {
	origin, elsewhere := os.Args[1], os.Args[2]
	service, person := server(origin, "token-of-the-service-1234567890ab"), server(origin, "token-of-alice-1234567890abcdef00")
	effect := func(of *gatehouse.Server, event any) string { return of.Decide(event).Decision.Effect }
	wait := func(id string, timeout time.Duration) bool {
		yes, err := service.Wait(id, timeout, 50*time.Millisecond)
		return yes && err == nil
	}
	out := map[string]any{"deny": service.Decide(call("deny it")).Decision, "plain": effect(service, call("ls"))}
	asked := service.Decide(call("push"))
	id := asked.Approval.ID
	out["asked"] = []any{asked.Decision.Effect, asked.Approval.State, wait(id, 0)}
	waiting, _ := person.Approvals()
	ours := []bool{}
	for _, one := range waiting {
		ours = append(ours, one.ID == id)
	}
	out["waiting"] = ours
	_, err := service.Answer(id, true)
	out["own"] = code(err)
	answered, _ := person.Answer(id, true)
	out["state"] = answered.State
	out["wait"] = wait(id, 5*time.Second)
	out["other"] = effect(service, call("push more"))
	out["approved"] = []string{effect(service, call("push")), effect(service, call("push"))}
	refused := service.Decide(call("push two")).Approval.ID
	_, _ = person.Answer(refused, false)
	out["refused"] = []any{wait(refused, 0), effect(service, call("push two"))}
	_, err = service.Approval("no/such")
	out["gone"] = []any{wait("no-such-approval", 0), code(err)}
	out["wrong"] = []string{
		effect(server(origin, "another token"), call("ls")),
		effect(server("http://127.0.0.1:1", "x"), call("ls")),
		effect(server(elsewhere, "x"), call("ls")),
		effect(service, func() {}),
		effect(service, make(chan int)),
	}
	origins := []string{}
	for _, one := range []string{"http://example.com", "ftp://x", "https://x/y"} {
		_, err := gatehouse.NewServer(one, "x", 0)
		origins = append(origins, code(err))
	}
	out["origins"] = origins
	_ = json.NewEncoder(os.Stdout).Encode(out)
}
