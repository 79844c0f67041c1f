package gatehouse

import (
	"encoding/json"
	"errors"
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
	Effect         string   `json:"effect"`
	Policy         *string  `json:"policy"`
	Reason         string   `json:"reason"`
	Warnings       []Warned `json:"warnings"`
	Context        []string `json:"context"`
	SystemMessages []string `json:"systemMessages"`
	// UpdatedInput has the keys to set on the event's input.
	UpdatedInput map[string]any    `json:"updatedInput"`
	Trace        []json.RawMessage `json:"trace"`
}

// Warned is what a policy says about a call that it lets happen.
type Warned struct {
	Policy string `json:"policy"`
	Reason string `json:"reason"`
}

// maxLine is the bytes of the longest answer.
const maxLine = 16 << 20

var errNoDecision = errors.New("the answer is not a decision")

// isDecision is false for anything else, whatever it looks like.
func (decision Decision) isDecision() bool {
	switch decision.Effect {
	case "deny", "ask", "allow", "abstain":
		return true
	}
	return false
}

func deny(err error) Decision {
	return Decision{Effect: "deny", Reason: "gatehouse failed: " + err.Error()}
}
