// Package gatehouse decides by the policies of Gatehouse, through its child process `gatehouse decide --jsonl`.
// Only the standard library is needed.
package gatehouse

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Gate decides; it is safe for concurrent use.
type Gate struct {
	options Options
	lock    sync.Mutex
	process *exec.Cmd
	input   io.WriteCloser
	answers chan []byte
	closed  bool
}

// New returns a gate; its process starts with the first event.
func New(options Options) *Gate {
	if len(options.Command) == 0 {
		options.Command = []string{"gatehouse"}
	}
	if options.Timeout == 0 {
		options.Timeout = time.Minute
	}
	return &Gate{options: options}
}

// Decide returns the decision of an event, which is anything that encodes as a JSON object. Whatever goes wrong is a deny.
func (gate *Gate) Decide(event any) Decision {
	line, err := json.Marshal(event)
	if err != nil {
		return deny(err)
	}
	gate.lock.Lock()
	defer gate.lock.Unlock()
	decision, err := gate.ask(append(line, '\n'))
	if err != nil {
		// An answer that comes later would be taken for that of the next event.
		gate.stop()
		return deny(err)
	}
	return decision
}

// Close ends the process. Later events are denied.
func (gate *Gate) Close() {
	gate.lock.Lock()
	defer gate.lock.Unlock()
	gate.closed = true
	gate.stop()
}

func (gate *Gate) ask(line []byte) (decision Decision, err error) {
	if err = gate.start(); err != nil {
		return decision, err
	}
	timeout := time.NewTimer(gate.options.Timeout)
	defer timeout.Stop()
	// A process that does not read is not waited for longer than for its answer.
	go func(input io.Writer) { _, _ = input.Write(line) }(gate.input)
	select {
	case answer, ok := <-gate.answers:
		if !ok {
			return decision, errors.New("the process has ended")
		}
		if err = json.Unmarshal(answer, &decision); err != nil {
			return decision, err
		}
	case <-timeout.C:
		return decision, fmt.Errorf("no decision within %s", gate.options.Timeout)
	}
	if !decision.isDecision() {
		return decision, errNoDecision
	}
	return decision, nil
}

func (gate *Gate) start() error {
	if gate.closed {
		return errors.New("the gate is closed")
	}
	if gate.process != nil {
		return nil
	}
	args := append(append([]string{}, gate.options.Command[1:]...), "decide", "--jsonl")
	for _, policies := range gate.options.Policies {
		args = append(args, "--policies", policies)
	}
	process := exec.Command(gate.options.Command[0], args...)
	process.Dir, process.Env, process.Stderr = gate.options.Dir, gate.options.Env, os.Stderr
	input, err := process.StdinPipe()
	if err != nil {
		return err
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	if err = process.Start(); err != nil {
		return err
	}
	gate.process, gate.input, gate.answers = process, input, make(chan []byte, 1)
	go read(output, gate.answers)
	return nil
}

func (gate *Gate) stop() {
	if gate.process == nil {
		return
	}
	_, _ = gate.input.Close(), gate.process.Process.Kill()
	go func(answers <-chan []byte) {
		for range answers {
		}
	}(gate.answers)
	_ = gate.process.Wait()
	gate.process = nil
}

func read(output io.Reader, answers chan<- []byte) {
	defer close(answers)
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		answers <- append([]byte{}, lines.Bytes()...)
	}
}
