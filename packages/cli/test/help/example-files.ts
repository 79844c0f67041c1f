import { generateKeyPairSync } from "node:crypto";

const RULE = (effect: string, when: string): string => `version: 1
policies:
  - id: force
    events: before_tool_call
    tools: Bash
    when: ${when}
    ${effect}: no pushes with force
    tests:
      - { event: { toolName: Bash, params: { command: git push --force } }, expect: ${effect} }
      - { event: { toolName: Bash, params: { command: git status } }, expect: skip }
`;

/** The folder that the examples of the help run in. */
export const EXAMPLE_FILES: Readonly<Record<string, string>> = {
  // What hooks start: the tests and tools that run examples are not the command.
  "bin/gatehouse": "#!/bin/sh\n",
  "wrong.yaml":
    'version: 1\npolicies:\n  - id: example\n    events: before_tool_call\n    when: params.comand.includes("--force")\n    deny: no\n',
  ".gatehouse/rules.yaml": RULE("deny", 'params.command.includes("push --force")'),
  "rules.yaml": RULE("deny", 'params.command.includes("push --force")'),
  "old.yaml": RULE("deny", 'params.command.includes("push --force")'),
  "new.yaml": RULE("ask", 'params.command.includes("push --force")'),
  "organisation/rules.yaml": RULE("deny", 'params.command.includes("push --force")'),
  "key.pem": generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  "event.json": '{"event":"before_tool_call","toolName":"Bash","params":{"command":"git push --force"}}',
  "calls.jsonl": '{"event":"before_tool_call","toolName":"Bash","params":{"command":"git push --force"}}\n',
  "judge.md": "---\nname: judge\nevents: before_tool_call\n---\nDeny what pushes.\n",
  "cases.jsonl":
    '{"event":{"event":"before_tool_call","toolName":"Bash","params":{"command":"git push"}},"expected":"deny"}\n',
  "reply.json": '{"decision":"deny","reason":"no"}',
  "question.json": '{"event":"before_tool_call","body":"Deny it.","model":null,"context":{}}',
  "messages.json": '{"signals":["frustration"],"texts":["this is broken again"]}',
  ".claude/settings.json": '{"permissions":{"deny":["Bash(git push --force:*)"]}}',
  "server.yaml": `version: 1
key: { file: key.txt }
tenants:
  main:
    policies: [rules.yaml]
    callers:
      - { name: agent, roles: [decide], token: { file: key.txt } }
`,
  "key.txt": "0123456789abcdef0123456789abcdef",
  "team.bundle.json": `${JSON.stringify({ gatehouse: "bundle 1", name: "team", files: [] })}\n`,
  "server.mjs": "process.stdin.resume();\n",
};
