package gatehouse

import (
	"encoding/json"
	"time"
)

// Options say how the process is started.
type Options struct {
	// Policies are paths of files and folders; none: those that are in force in Dir.
	Policies []string
	// Command is the program and its first arguments. Default: gatehouse.
	Command []string
	// Timeout is for one decision, with everything that it asks. Default: a minute.
	Timeout time.Duration
	Dir     string
	// Env is as in os/exec: nil is the environment of this process.
	Env []string
}

// Decision is the merged answer to one event. Effect is deny, ask, allow or abstain.
type Decision struct {
	Effect         string            `json:"effect"`
	Policy         *string           `json:"policy"`
	Reason         string            `json:"reason"`
	Warnings       []json.RawMessage `json:"warnings"`
	Context        []string          `json:"context"`
	SystemMessages []string          `json:"systemMessages"`
	// UpdatedInput has the keys to set on the event's input.
	UpdatedInput map[string]any    `json:"updatedInput"`
	Trace        []json.RawMessage `json:"trace"`
}

func deny(err error) Decision {
	return Decision{Effect: "deny", Reason: "gatehouse failed: " + err.Error()}
}
