import { createGatehouse, definePolicy } from "@gatehouse-hooks/core";

/** What an author writes in a file. The last two need RE2 itself, and what is derived of a command. */
const TEXT = String.raw`
version: 1
policies:
  - id: no-trees
    events: before_tool_call
    when: facts.deletes.any(d, d.tree)
    deny: whole folders stay
  - id: no-network
    events: before_tool_call
    when: params.command.matches("(?i)\\b(curl|wget|nc)\\b")
    ask: that leaves the machine
  - id: letters
    events: before_tool_call
    when: params.command.matches("[^\\x00-\\x7f&&[:^alpha:]]|\\p{Greek}")
    deny: no Greek
  - id: judged
    events: before_tool_call
    when: '!facts.complete || facts.commands.any(c, c.name == "find")'
    judge: Is this safe?
`;

const definition = definePolicy({
  id: "long",
  events: "before_tool_call",
  when: "params.command.length > 40",
  deny: "that is long",
});

/** Answers by what it is asked, so that it is the same everywhere. */
const judge = {
  judge: async ({ context }) =>
    JSON.stringify(context).length % 2 === 0
      ? { kind: "approve", reason: "the judge sees no harm" }
      : { kind: "deny", reason: "the judge says no" },
};

/**
 * Decides calls of a shell.
 *
 * @param {readonly { readonly command: string, readonly cwd: string }[]} rows of `conformance/v1/facts.jsonl`
 * @returns {Promise<readonly string[]>} a line for each
 */
export async function answers(rows) {
  const gatehouse = await createGatehouse({ policies: [{ text: TEXT }, definition], judge });
  const lines = gatehouse.issues.map(({ code, message }) => `issue ${code}: ${message}`);
  for (const { command, cwd } of rows) {
    const { effect, policy, reason } = await gatehouse.decide({
      event: "before_tool_call",
      toolName: "Bash",
      tool: { name: "Bash", kind: "shell" },
      params: { command },
      cwd,
    });
    lines.push(`${effect} ${policy} ${reason}`);
  }
  await gatehouse.close();
  return lines;
}
