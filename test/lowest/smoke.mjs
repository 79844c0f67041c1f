// A small program over the packages that are installed around it: each dependency does something that can be seen.
// Run as `node smoke.mjs SERVERS SPECIFIERS`, both JSON: addresses of model servers by provider, entries to import.
import assert from "node:assert/strict";

import { createGatehouse } from "@gatehouse-hooks/core";
import { createJudge } from "@gatehouse-hooks/judge";
import { checkFiles, diagnostics } from "@gatehouse-hooks/language-server";
import { redact } from "@gatehouse-hooks/redact";
import { verdictKey } from "@gatehouse-hooks/cache";

const servers = /** @type {Readonly<Record<string, string>>} */ (JSON.parse(process.argv[2] ?? "{}"));
const specifiers = /** @type {readonly string[]} */ (JSON.parse(process.argv[3] ?? "[]"));

for (const specifier of specifiers) {
  const names = Object.keys(/** @type {object} */ (await import(specifier)));
  assert.ok(names.length > 0, `${specifier} exports nothing`);
}

const text = `version: 1
policies:
  - id: no-force-push
    events: before_tool_call
    when: params.command.matches(r"^git\\s+push\\b.*--force")
    deny: force pushes rewrite what others have
  - id: no-secrets
    events: before_tool_call
    when: facts.reads.any(r, r.touches("**/.env"))
    deny: that file has secrets
`;
const gatehouse = await createGatehouse({ policies: { text } });
assert.deepEqual(gatehouse.issues, []);
for (const [command, effect] of [
  ["git push --force", "deny"],
  ["cat config/.env", "deny"],
  ["git status", "abstain"],
]) {
  const event = { event: "before_tool_call", toolName: "Bash", params: { command } };
  assert.equal((await gatehouse.decide(event)).effect, effect, command);
}

const file = { path: ".gatehouse/rules.yaml", text: text.replace("when", "wen") };
assert.ok(diagnostics(file, checkFiles([file])).some(({ code }) => code === "unknown-key"));
assert.match(redact("curl -H 'Authorization: Bearer abc123def456'"), /redacted/);
assert.equal(typeof verdictKey, "function");

for (const [provider, baseUrl] of Object.entries(servers)) {
  const judge = createJudge({
    model: `${provider}/some-model`,
    providers: { [provider]: { baseUrl, apiKey: "test-key" } },
  });
  const verdict = await judge.judge({
    body: "Deny force pushes to main: {{params.command}}",
    event: "before_tool_call",
    context: { params: { command: "git push --force origin main" } },
    timeoutMs: 20_000,
  });
  assert.equal(verdict.kind, "deny", `${provider}: ${JSON.stringify(verdict)}`);
}
console.log(`${specifiers.length} entries, ${Object.keys(servers).length} providers: all good`);
