package gatehouse

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Approval is a call that waits for a person. Times are milliseconds since 1970.
type Approval struct {
	ID     string  `json:"id"`
	Policy *string `json:"policy"`
	Reason string  `json:"reason"`
	// Shown is the call as a person sees it: secrets are hidden in it.
	Shown struct {
		Event  string `json:"event"`
		Tool   string `json:"tool"`
		Params string `json:"params"`
	} `json:"shown"`
	Saw     []string `json:"saw"`
	Asked   int64    `json:"asked"`
	Expires int64    `json:"expires"`
	// State is waiting, approved or refused.
	State string `json:"state"`
	By    string `json:"by"`
}

// Decided is a decision, and where it asks, what it waits for.
type Decided struct {
	Decision Decision  `json:"decision"`
	Approval *Approval `json:"approval"`
}

// ServerError is what a server refuses. Code is stable.
type ServerError struct {
	Status int
	Code   string `json:"code"`
	Title  string `json:"title"`
}

func (refused *ServerError) Error() string {
	return fmt.Sprintf("the server answers %d: %s", refused.Status, refused.Title)
}

// Server is a decision server (`gatehouse serve`); it is safe for concurrent use.
type Server struct {
	origin string
	token  string
	client *http.Client
}

// NewServer returns a server: https, or http on this machine, as the token would be read on its way. A token of the role decide decides,
// one of the role approve answers. The timeout is for one request, with everything that policies ask; 0 is a minute.
func NewServer(origin, token string, timeout time.Duration) (*Server, error) {
	address, err := url.Parse(origin)
	if err != nil {
		return nil, err
	}
	if (address.Scheme != "https" && address.Scheme != "http") || address.Hostname() == "" || strings.Trim(address.Path, "/") != "" {
		return nil, errors.New("expected an origin, for example https://gatehouse.example")
	}
	if address.Scheme == "http" && !isHere(address.Hostname()) {
		return nil, errors.New("expected https, as the server is not on this machine")
	}
	if timeout == 0 {
		timeout = time.Minute
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	// It follows no redirection and asks no proxy: the token is for this address.
	transport.Proxy = nil
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client := &http.Client{Timeout: timeout, Transport: transport, CheckRedirect: stay}
	return &Server{address.Scheme + "://" + address.Host, token, client}, nil
}

// Decide returns the decision of an event, and the approval that an ask waits for. Whatever goes wrong is a deny.
func (server *Server) Decide(event any) Decided {
	var decided Decided
	if err := server.ask("POST", "/v1/decide", map[string]any{"event": event}, &decided); err != nil {
		return Decided{Decision: deny(err)}
	}
	if !decided.Decision.isDecision() {
		return Decided{Decision: deny(errNoDecision)}
	}
	return decided
}

// Approvals returns the calls that wait for a person, the oldest first.
func (server *Server) Approvals() ([]Approval, error) {
	var answer struct {
		Approvals []Approval `json:"approvals"`
	}
	err := server.ask("GET", "/v1/approvals", nil, &answer)
	return answer.Approvals, err
}

// Approval returns one call that waits, or was answered and not used; the code of the error is gone afterwards.
func (server *Server) Approval(id string) (Approval, error) {
	return server.approval("GET", id, nil)
}

// Answer lets a call happen, once, or refuses it, for a person. Never because a model did.
func (server *Server) Answer(id string, approve bool) (Approval, error) {
	answer := "refuse"
	if approve {
		answer = "approve"
	}
	return server.approval("POST", id, map[string]string{"answer": answer})
}

// Wait says whether a person says yes within this time, looking once in each interval: decide the same event again then. What is gone, or
// not answered, is a no.
func (server *Server) Wait(id string, timeout, every time.Duration) (bool, error) {
	for until := time.Now().Add(timeout); ; time.Sleep(every) {
		approval, err := server.Approval(id)
		var refused *ServerError
		if errors.As(err, &refused) && refused.Code == "gone" {
			return false, nil
		}
		if err != nil || approval.State != "waiting" || time.Now().Add(every).After(until) {
			return err == nil && approval.State == "approved", err
		}
	}
}

func (server *Server) approval(method, id string, body any) (approval Approval, err error) {
	err = server.ask(method, "/v1/approvals/"+url.PathEscape(id), body, &approval)
	if err == nil && (approval.ID != id || (approval.State != "waiting" && approval.State != "approved" && approval.State != "refused")) {
		err = errors.New("the answer is not an approval")
	}
	return approval, err
}

func (server *Server) ask(method, path string, body, answer any) error {
	var text io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return err
		}
		text = bytes.NewReader(encoded)
	}
	request, err := http.NewRequest(method, server.origin+path, text)
	if err != nil {
		return err
	}
	request.Header.Set("authorization", "Bearer "+server.token)
	request.Header.Set("content-type", "application/json")
	response, err := server.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	read, err := io.ReadAll(io.LimitReader(response.Body, maxLine+1))
	if err != nil {
		return err
	}
	if len(read) > maxLine {
		return errors.New("the answer is too long")
	}
	if response.StatusCode != http.StatusOK {
		refused := &ServerError{}
		_ = json.Unmarshal(read, refused)
		refused.Status = response.StatusCode
		return refused
	}
	return json.Unmarshal(read, answer)
}

func isHere(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || (address != nil && address.IsLoopback())
}
