// Asks the questions that a test sends: JSON of options and events, and prints what was answered.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"gatehouse"
)

type question struct {
	Command   []string
	Policies  []string
	TimeoutMs int64
	Events    []any
}

type result struct {
	Answers []gatehouse.Decision `json:"answers"`
	Closed  string               `json:"closed"`
	Seconds float64              `json:"s"`
}

func options(one question) gatehouse.Options {
	timeout := time.Duration(one.TimeoutMs) * time.Millisecond
	return gatehouse.Options{Policies: one.Policies, Command: one.Command, Timeout: timeout}
}

func main() {
	var questions []question
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		panic(err)
	}
	results := []result{}
	for _, one := range questions {
		start := time.Now()
		gate := gatehouse.New(options(one))
		answers := []gatehouse.Decision{}
		for _, event := range one.Events {
			answers = append(answers, gate.Decide(event))
		}
		gate.Close()
		closed := gate.Decide(map[string]any{}).Effect
		results = append(results, result{answers, closed, time.Since(start).Seconds()})
	}
	// Many ask one gate: each gets its own answer.
	gate := gatehouse.New(options(questions[0]))
	own := map[string]string{}
	var lock sync.Mutex
	var all sync.WaitGroup
	for number := 0; number < 20; number++ {
		all.Add(1)
		go func(number int) {
			defer all.Done()
			command := fmt.Sprintf("ls %d", number)
			if number%2 == 1 {
				command = fmt.Sprintf("deny %d", number)
			}
			params := map[string]any{"command": command}
			effect := gate.Decide(map[string]any{"event": "before_tool_call", "toolName": "x", "params": params}).Effect
			lock.Lock()
			defer lock.Unlock()
			own[fmt.Sprint(number)] = effect
		}(number)
	}
	all.Wait()
	bad := []string{gate.Decide(func() {}).Effect, gate.Decide(make(chan int)).Effect}
	gate.Close()
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"results": results, "own": own, "bad": bad})
}
