import { load } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";

/** What is said of the fields that a condition reads, where `Bash` has no `params.cmd`, and `Write` has none either. */
function said(when: string): string | undefined {
  const policy = { id: "one", events: "before_tool_call", when, deny: "no" };
  const { issues } = load(JSON.stringify({ version: 1, policies: [policy] }), { path: "rules.json" });
  expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  return issues.find(({ code }) => code === "unknown-field")?.message;
}

test.each([
  ['toolName == "Bash" && params.cmd == "x"', "`Bash`"],
  ['!(toolName != "Bash") && params.cmd == "x"', "`Bash`"],
  ['!(toolName != "Bash" || params.cmd == "x")', "`Bash`"],
  ['!!(toolName == "Bash") && params.cmd == "x"', "`Bash`"],
  ['!(!(toolName in ["Bash"]) || params.cmd == "x")', "`Bash`"],
  ['!(toolName == "Bash") && params.cmd == "x"', undefined],
  ['!(toolName in ["Bash", "Write"]) && params.cmd == "x"', undefined],
  ['!(toolName != "Bash" && params.cmd == "x")', undefined],
  ['!toolName.matches("^Bash$") && params.cmd == "x"', undefined],
  ['!(toolName.startsWith("Bas") && toolName != "Bash") && params.cmd == "x"', undefined],
  ['!!(toolName != "Bash") && params.cmd == "x"', undefined],
])("%s is about the tool %s", (when, tool) => {
  const message = said(when);
  if (tool === undefined) expect(message ?? "").not.toContain("`Bash`");
  else expect(message).toContain(tool);
});
