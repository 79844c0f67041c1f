import { type CodeArea, policyWhen, policies, userPolicies } from "./code-row.js";

export const ANALYSIS_CODES: CodeArea = {
  area: "What policies can do",
  rows: [
    {
      code: "never-applies",
      severities: ["warning"],
      title: "a policy that applies to no event",
      means:
        "Its tests contradict each other, or the types of what they read. This is a proof for every event that there could be: the policy is dead.",
      cure: "Change a test, or take the policy away. To switch a policy off, set `enabled` to false.",
      example: policyWhen(
        'toolName == "Bash" && toolName == "Write"',
        'toolName == "Bash" || toolName == "Write"',
      ),
    },
    {
      code: "observed-not-run",
      severities: ["warning"],
      title: "a trial of a policy that runs something",
      means:
        "The policy has `observe`, and runs a command, a builtin or a function. A silent trial changes nothing, so it runs none of these, and nothing is recorded of the policy.",
      cure: "Take `observe` away, or give the policy a verdict of its own.",
      example: userPolicies(
        "  - id: example\n    events: before_tool_call\n    observe: true\n    builtin: add_date",
        "  - id: example\n    events: before_tool_call\n    observe: true\n    deny: not here",
      ),
    },
    {
      code: "always-applies",
      severities: ["warning"],
      title: "a condition that holds for every event",
      means: "The condition does not choose anything: the policy applies whenever it is asked.",
      cure: "Compare a property of the event, or leave the condition out.",
      example: policyWhen('toolName == "Bash" || toolName != "Bash"', 'toolName == "Bash"'),
    },
    {
      code: "shadowed",
      severities: ["warning"],
      title: "a policy that is never asked",
      means: "Whenever it would apply, policies before it, one or several together, have denied.",
      cure: "Take it away, or give it a higher priority.",
      example: policies(
        '  - id: first\n    events: before_tool_call\n    when: params.command.startsWith("rm")\n    deny: not here\n  - id: example\n    events: before_tool_call\n    when: params.command.startsWith("rm -r")\n    ask: really?',
        '  - id: first\n    events: before_tool_call\n    when: params.command.startsWith("rm")\n    deny: not here\n  - id: example\n    events: before_tool_call\n    when: params.command.startsWith("git push")\n    ask: really?',
      ),
    },
    {
      code: "unreachable",
      severities: ["warning"],
      title: "a policy behind one that denies everything",
      means:
        "A policy that comes before it denies each of its events without a condition, so this one is never asked.",
      cure: "Give the policy that denies a condition, or take this one away.",
      example: policies(
        "  - id: first\n    events: before_tool_call\n    deny: not here\n  - id: example\n    events: before_tool_call\n    tools: Bash\n    ask: really?",
        "  - id: first\n    events: before_tool_call\n    tools: Write\n    deny: not here\n  - id: example\n    events: before_tool_call\n    tools: Bash\n    ask: really?",
      ),
    },
    {
      code: "duplicate",
      severities: ["warning"],
      title: "a policy that repeats another",
      means: "A policy before it says the same about exactly the same events.",
      cure: "Take one of them away.",
    },
    {
      code: "allow-never-wins",
      severities: ["warning"],
      title: "an allow that never has an effect",
      means: "Whenever it applies, a deny or an ask applies, too, and that is stronger.",
      cure: "Narrow the condition of the policy that denies or asks.",
      example: userPolicies(
        '  - id: first\n    events: before_tool_call\n    tools: Bash\n    ask: really?\n  - id: example\n    events: before_tool_call\n    when: toolName == "Bash" && params.command == "ls"\n    allow: only looks',
        '  - id: first\n    events: before_tool_call\n    tools: Bash\n    when: params.command != "ls"\n    ask: really?\n  - id: example\n    events: before_tool_call\n    when: toolName == "Bash" && params.command == "ls"\n    allow: only looks',
      ),
    },
    {
      code: "allow-makes-no-exception",
      severities: ["warning"],
      title: "an allow that outranks a deny, and does not win",
      means:
        "Priority is the order in which policies are asked. A deny wins whatever its priority, so the allow makes no exception from it.",
      cure: "Put the exception into the condition of the policy that denies.",
      example: userPolicies(
        '  - id: example\n    events: before_tool_call\n    priority: 200\n    allow: ours\n  - id: other\n    events: before_tool_call\n    when: params.command.includes("rm")\n    deny: not here',
        '  - id: other\n    events: before_tool_call\n    when: params.command.includes("rm") && params.command != "rm -r build"\n    deny: not here',
      ),
    },
    {
      code: "cannot-carry",
      severities: ["warning"],
      title: "something that the event cannot carry",
      means: "The policy gives context or a rewrite for an event that has no place for it. It is dropped.",
      cure: "Use an event that takes it (`docs/events.md`).",
    },
    {
      code: "no-facts",
      severities: ["error", "failure"],
      title: "a policy reads `facts`, and there are none",
      means: "The program that loaded the policy derives no facts, so the policy fails on every event.",
      cure: "Compile the policies with `derive`.",
    },
    {
      code: "absence-of-facts",
      severities: ["warning"],
      title: "a condition over what facts do not say",
      means: "That no fact speaks of a deletion holds for a command that was not understood, too.",
      cure: "Write `facts.complete && !facts.….any(…)`.",
      example: policyWhen(
        '!facts.commands.any(c, c.program == "git")',
        'facts.complete && !facts.commands.any(c, c.program == "git")',
      ),
    },
    {
      code: "allow-by-text",
      severities: ["warning"],
      title: "an allow that looks at how a command is spelled",
      means: "`git status; rm -rf ~` begins like `git status`, too.",
      cure: "Compare the whole command with `==`, or ask what it does: `facts.complete && facts.commands.all(c, …)`.",
      example: userPolicies(
        '  - id: example\n    events: before_tool_call\n    tools: Bash\n    when: params.command.startsWith("git status")\n    allow: only looks',
        '  - id: example\n    events: before_tool_call\n    tools: Bash\n    when: params.command == "git status"\n    allow: only looks',
      ),
    },
    {
      code: "within-in-deny",
      severities: ["warning"],
      title: "a deny that stops only what is surely inside",
      means: "`within` is false where a path is not known exactly, so a command that hides its path passes.",
      cure: "Write `touches`; for what may be outside write `!….within(…)`.",
      example: policies(
        '  - id: example\n    events: before_tool_call\n    when: facts.writes.any(w, w.within("/etc/**"))\n    deny: not there',
        '  - id: example\n    events: before_tool_call\n    when: facts.writes.any(w, w.touches("/etc/**"))\n    deny: not there',
      ),
    },
    {
      code: "touches-in-allow",
      severities: ["warning"],
      title: "an allow of what may only partly be inside",
      means:
        "`touches` holds as soon as one of the possible paths is inside; the others are allowed with it.",
      cure: "Write `within`; for what is surely outside write `!….touches(…)`.",
      example: userPolicies(
        '  - id: example\n    events: before_tool_call\n    when: facts.complete && facts.writes.all(w, w.touches("./**"))\n    allow: ours',
        '  - id: example\n    events: before_tool_call\n    when: facts.complete && facts.writes.all(w, w.within("./**"))\n    allow: ours',
      ),
    },
    {
      code: "dead-condition-part",
      severities: ["warning"],
      title: "a part of a condition that never decides",
      means:
        "The part never holds, or the rest of the `&&` or `||` says the same without it. The policy works, and mostly not as it was meant.",
      cure: "Correct a test, or remove the part.",
      example: policyWhen(
        'toolName == "Bash" && (params.command.startsWith("rm ") || params.command.startsWith("rm -r"))',
        'toolName == "Bash" && params.command.startsWith("rm ")',
      ),
    },
    {
      code: "conflict",
      severities: ["warning"],
      title: "an allow and a deny of the same events",
      means:
        "Some of what the policy allows another one denies or asks about, and that wins. This is how exceptions look, so it is said only on request (`--conflicts`).",
      cure: "If that is not meant, make an exception in the condition of the policy that wins.",
    },
  ],
};
