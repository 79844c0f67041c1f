import type { CodeArea } from "./code-row.js";

export const ANSWER_CODES: CodeArea = {
  area: "Answers that failed",
  rows: [
    {
      code: "judge-unavailable",
      severities: ["failure", "notice"],
      title: "no model can be asked",
      means:
        "There is no model, no key, or no library for it (`ai` and `@ai-sdk/…`, which `npm install --omit=optional` leaves out), or the provider has failed so often that it is left alone for a while.",
      cure: "Set the key of the provider, or name a model with `--model` or `GATEHOUSE_MODEL`; install the libraries that the message names.",
    },
    {
      code: "never-asked",
      severities: ["notice"],
      title: "policies that this hook can never ask",
      means:
        "A file has its policies in the own words of an agent, and the events of others are decided here, too. Where the file was named, on the command line or by a program, an event that it would have guarded is denied; one that was only found, in the organisation's folder or in `.gatehouse`, speaks of its own agent's calls.",
      cure: "Take the file away from here, run it with `gatehouse hook` of its agent, or write its rules as policies for all agents.",
    },
    {
      code: "command-unavailable",
      severities: ["failure"],
      title: "commands are not run here",
      means:
        "The policy runs a command, and the program that decides was made without a handler for commands.",
      cure: "Give the runtime the handler, or decide with the command line.",
    },
    {
      code: "builtin-unavailable",
      severities: ["failure"],
      title: "the builtin does not exist here",
      means: "The policy names a builtin that the program that decides does not have.",
      cure: "Correct its name, or give the runtime the builtin.",
    },
    {
      code: "function-unavailable",
      severities: ["failure"],
      title: "the function does not exist here",
      means: "The policy names a function of the embedding program, and there is none of this name.",
      cure: "Correct its name, or register the function.",
    },
    {
      code: "timeout",
      severities: ["failure"],
      title: "no answer in time",
      means: "A judge, a command or a person did not answer within the policy's time.",
      cure: "Raise `timeoutMs`, or make the answer faster.",
    },
    {
      code: "aborted",
      severities: ["failure"],
      title: "the question was withdrawn",
      means: "The caller ended the decision before this policy had answered.",
      cure: "No action is needed, unless the caller's own time limit is too short.",
    },
    {
      code: "abandoned",
      severities: ["failure"],
      title: "an answer that came too late",
      means: "A record of the audit trail: the run took too long, or its answer was not needed any more.",
      cure: "No action is needed.",
    },
    {
      code: "skipped",
      severities: ["failure"],
      title: "a person did not let a command run",
      means:
        "The policy asks before its command runs (`prompt`), and the person declined, did not answer, or was not there to be asked.",
      cure: "Answer the question where there is a terminal, or remove `prompt`.",
    },
    {
      code: "closed",
      severities: ["failure"],
      title: "the runtime was closed",
      means: "The program ended before this policy had answered.",
      cure: "Wait for decisions before the runtime is closed.",
    },
    {
      code: "overloaded",
      severities: ["failure"],
      title: "too many questions are waiting",
      means: "The queue is full, so this question was not put.",
      cure: "Ask less, or allow more questions at once.",
    },
    {
      code: "handler-failed",
      severities: ["failure"],
      title: "a handler threw an error",
      means: "The function, hook or port that should have answered failed with the message that is shown.",
      cure: "Correct the handler.",
    },
    {
      code: "bad-verdict",
      severities: ["failure"],
      title: "a handler that did not answer with a verdict",
      means: "What came back does not have the form of a verdict. It is never taken as an approval.",
      cure: "Return `{ kind, reason }` with a kind of the documentation.",
    },
    {
      code: "bad-reply",
      severities: ["failure"],
      title: "a reply of the judge that is not a verdict",
      means:
        "The model did not answer in the form that was asked for, stopped early, or said more than one thing.",
      cure: "Try another model; `gatehouse parse-verdict` shows how a reply is read.",
    },
    {
      code: "bad-question",
      severities: ["failure"],
      title: "a question that cannot be put to the judge",
      means: "The prompt or the context of the question is not plain data, or the prompt cannot be compiled.",
      cure: "Correct the prompt as the message says.",
    },
    {
      code: "over-budget",
      severities: ["failure", "error"],
      title: "more than the budget",
      means:
        "The question, the condition, or the files of a project take more than they may. The limit keeps decisions fast and cheap.",
      cure: "Shorten what is asked, or raise the limit where there is an option for it.",
    },
    {
      code: "rate-limited",
      severities: ["failure"],
      title: "the provider wants fewer questions",
      means: "The provider of the model has answered 429, also after the retries.",
      cure: "Wait, ask less, or use another model.",
    },
    {
      code: "http-error",
      severities: ["failure"],
      title: "the provider refused the question",
      means:
        "The provider of the model has answered with an error, most often for a wrong key or the name of a model.",
      cure: "Correct the key, the model or the address.",
    },
    {
      code: "network",
      severities: ["failure"],
      title: "the provider cannot be reached",
      means: "The connection to the provider of the model could not be made, or broke.",
      cure: "Check the network, the proxy and the address of the provider.",
    },
    {
      code: "condition-over-budget",
      severities: ["failure"],
      title: "a condition took too many steps",
      means:
        "The condition did not finish on this event within its limit of steps, which is the same on every machine.",
      cure: "Split the condition, or let it look at less of the event.",
    },
    {
      code: "rewrite-refused",
      severities: ["failure"],
      title: "a rewrite that cannot be made",
      means:
        "The policy changes the input of an event that does not take it, or changes it into something that is not one.",
      cure: "Change only what the event carries.",
    },
    {
      code: "unanswered",
      severities: ["failure"],
      title: "no answer was given",
      means:
        "A decision without a runtime, or a test, has no answer for the judge, command or function of this policy.",
      cure: "Give the answer; in a test write it under `answers`.",
    },
    {
      code: "test",
      severities: ["failure"],
      title: "a failure that a test asked for",
      means: "The test of a policy gives `failure` as the answer of a judge or command.",
      cure: "No action is needed.",
    },
    {
      code: "spawn-failed",
      severities: ["failure"],
      title: "a command that did not start",
      means: "The program is not there, may not be run, or its folder does not exist.",
      cure: "Correct the path of the program.",
    },
    {
      code: "exit-code",
      severities: ["failure"],
      title: "a command that ended with an error",
      means: "The exit code is not one that its contract gives a meaning to.",
      cure: "Look at what the command has written to standard error.",
    },
    {
      code: "signal",
      severities: ["failure"],
      title: "a command that was killed",
      means: "A signal ended the command before it had answered.",
      cure: "Look for what killed it: memory, a time limit, or its own children.",
    },
    {
      code: "output-too-large",
      severities: ["failure"],
      title: "a command that wrote too much",
      means: "What is cut off cannot be read, so none of it is taken as an answer.",
      cure: "Let it write only its answer to standard output.",
    },
    {
      code: "bad-output",
      severities: ["failure"],
      title: "output that is not an answer",
      means: "The hook's command wrote something that its contract does not have for this event.",
      cure: "Write the JSON of the contract, or nothing.",
    },
    {
      code: "bad-decision",
      severities: ["failure"],
      title: "a decision that the contract does not have",
      means: "The hook's command answered with an unknown word in the place of a decision.",
      cure: "Write one of the words that the message names.",
    },
    {
      code: "no-value",
      severities: ["failure"],
      title: "a value that the event did not have",
      means: "A Mimir hook needs a value of the event that was missing this time, so it did not run.",
      cure: "Use a value that always comes with the event.",
    },
    {
      code: "unknown-contract",
      severities: ["failure"],
      title: "a command with an unknown contract",
      means:
        "The policy says by which contract the output of its command is read, and no host has one of this name.",
      cure: "Write the name of a contract that exists.",
    },
    {
      code: "sandbox-unavailable",
      severities: ["failure"],
      title: "no sandbox for commands",
      means:
        "Commands are to run in a sandbox, and bubblewrap is not installed or cannot be used. The command does not run without it.",
      cure: "Install bubblewrap, or say `--sandbox none`.",
    },
    {
      code: "sandbox-unsafe",
      severities: ["failure"],
      title: "a sandbox that would not hold",
      means:
        "What would be mounted into the sandbox would let the command change what decides about it. The command does not run.",
      cure: "Change what the message names.",
    },
    {
      code: "approved",
      severities: ["notice"],
      title: "a person has approved the call",
      means:
        "A policy asked about this call, and a person has allowed just this one, once. It counts for the same call alone, and not for long.",
      cure: "No action is needed.",
    },
    {
      code: "call-approved",
      severities: ["note"],
      title: "a person has approved a call, as the audit trail says it",
      means:
        "`gatehouse approve` was answered at a terminal. The record has the hash of the call and the policy that asked.",
      cure: "No action is needed.",
    },
    {
      code: "exception-written",
      severities: ["note"],
      title: "a person has let a call pass from now on, as the audit trail says it",
      means:
        "`gatehouse approve CODE --always` was answered at a terminal: a policy has an exception. The record has the file, the policy and the condition of the exception.",
      cure: "No action is needed. To take it back, remove the exception from the file.",
    },
    {
      code: "observed-unheard",
      severities: ["notice"],
      title: "policies are tried silently, and nothing records it",
      means:
        "A program has policies with `observe`: they decide nothing there. What they would have decided is not kept anywhere, so nothing is learned from the trial.",
      cure: "Give `createGatehouse` a trail (`audit`) or `onObserved`; of `gatehouse serve`, give the tenant a trail. Or take `observe` away.",
    },
    {
      code: "observed",
      severities: ["note"],
      title: "what a silent trial would have decided, as the audit trail says it",
      means:
        "A policy with `observe`, or one of a machine whose settings say `observe`, would have denied, asked or allowed. Nothing has changed. The record has the hash of the call and the policy.",
      cure: "No action is needed. `gatehouse log` shows the calls; without `observe` the policy acts.",
    },
    {
      code: "facts-unsound",
      severities: ["note"],
      title: "a call that is understood as a whole did something else",
      means:
        "An agent's call ran in a box of what its facts say that it changes, and the kernel refused something more, or a program said so. The record has the hash of the call.",
      cure: "Look at what the call does: a program may not be what it is called, or a table of Gatehouse is wrong. `gatehouse replay` of the trail counts them.",
    },
    {
      code: "box-refused",
      severities: ["note"],
      title: "a call in a box did not reach a host",
      means:
        "The proxy of a box refused a host: it is not in the list of the policy that the record names, it leads to a private network, or the port is none of the web. The record has the hash of the call.",
      cure: "Where the host is one to be reached, add it to the list of that policy (of a pack: its parameter `allow_hosts`).",
    },
    {
      code: "tool-denied",
      severities: ["failure"],
      title: "a gated tool was not run",
      means:
        "A program that gates its tools with `gateTool` is told so by an error: a policy denied the call, or asked and no person said yes.",
      cure: "Read the decision in the error; its message is for the model.",
    },
    {
      code: "prompt-denied",
      severities: ["failure"],
      title: "a gated prompt was not sent",
      means:
        "A program that gates what it sends to a model (`gatePrompt`) is told so by an error: a policy denied the prompt.",
      cure: "Read the decision in the error.",
    },
    {
      code: "policy-issues",
      severities: ["notice", "failure"],
      title: "policies with errors in a program",
      means:
        "`createGatehouse` has read policies with errors. What they would have guarded is denied, unless `onIssues` says otherwise; with `throw` it is the code of the error.",
      cure: "Mend what the message names; `gatehouse.issues` has all of it.",
    },
    {
      code: "policies-kept",
      severities: ["notice"],
      title: "the policies before a reload stay in force",
      means:
        "A program has read its policies again (`reload`), and the new ones have errors. The ones before had none, and stay in force.",
      cure: "Mend what the message names, and reload again.",
    },
    {
      code: "broken-tracer",
      severities: ["notice"],
      title: "a tracer of a program that fails",
      means:
        "The `tracer` that `createGatehouse` was given throws, or starts no span. Decisions are made as without it, and those where it fails are not traced.",
      cure: "Mend the tracer: the message names the class of what it threw.",
    },
    {
      code: "no-policies",
      severities: ["warning", "notice"],
      title: "a folder without a policy file",
      means: "A path that `createGatehouse` was given holds no policy file. Nothing there guards anything.",
      cure: "Put a policy file into it, or name another folder.",
    },
    {
      code: "tools-changed",
      severities: ["notice"],
      title: "the tools of an MCP server have changed",
      means:
        "The server has told that its tools changed, or lists other ones than before. Policies decide calls of them as before.",
      cure: "Look whether the policies are still about what the tools do.",
    },
    {
      code: "policy-mismatch",
      severities: ["notice"],
      title: "a policy that does not fit the tools of an MCP server",
      means:
        "It names a tool that the server does not have, or an argument that no tool of it has, so it never applies there.",
      cure: "Correct the name; the message says which names there are.",
    },
    {
      code: "malformed-message",
      severities: ["notice"],
      title: "a message of the MCP client or server that is not one",
      means: "It is not JSON-RPC as the protocol has it, or too long. It was not passed on.",
      cure: "Look at the program that sent it.",
    },
    {
      code: "transport",
      severities: ["notice"],
      title: "the connection to the MCP client or server has failed",
      means: "What was being called is answered with an error; no call passes undecided.",
      cure: "Look at the server; its own messages are on stderr.",
    },
  ],
};
