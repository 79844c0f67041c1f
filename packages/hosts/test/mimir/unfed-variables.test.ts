// What `check --host` says of a variable, and what events of other agents have, is the same.
import { checkHost, load } from "@gatehouse-hooks/hosts";
import { MIMIR_VARIABLES } from "../../src/mimir/variables.js";
import { expect, test } from "vitest";
import { twinEvents } from "../../src/mimir/twin-events.js";
import { UNFED_VARIABLES } from "../../src/mimir/host.js";
import { hostOf, RECORDED } from "../agents/samples.js";

const twins = RECORDED.flatMap(({ agent, payload }) => {
  const name = agent.replace(/-(?:code-mode|pascal)$/, "");
  const prepared = hostOf(name).prepare(payload);
  return prepared.kind === "event" ? twinEvents(prepared.event, "/work") : [];
});

test("no recorded payload of any agent has a value for what is said to have none", () => {
  expect(twins.length).toBeGreaterThan(100);
  const given = new Set(twins.flatMap((one) => Object.keys(one)));
  expect(UNFED_VARIABLES.filter((name) => given.has(name))).toEqual([]);
  const derived = ["file_name", "file_ext"];
  const unseen = MIMIR_VARIABLES.map(({ name }) => name).filter(
    (name) => !given.has(name) && !derived.includes(name) && !UNFED_VARIABLES.includes(name),
  );
  // That of an event which is Mimir's own.
  expect(unseen).toEqual(["context_tokens"]);
});

const issuesOf = (agent: string, command: string): readonly string[] => {
  const file = { hooks: { "pre-tool-call": { command } } };
  const { policies } = load(JSON.stringify(file), { path: ".mimir/config.yml" });
  return checkHost(hostOf(agent), policies).map(({ code }) => code);
};

test.each(UNFED_VARIABLES)("{%s} is never given by claude-code, codex and gemini-cli", (name) => {
  for (const agent of ["claude-code", "codex", "gemini-cli"])
    expect(issuesOf(agent, `echo {${name}}`)).toContain("never-filled");
});

test.each(["tool_name", "working_dir", "conversation_id"])("{%s} is given", (name) => {
  expect(issuesOf("claude-code", `echo {${name}}`)).not.toContain("never-filled");
});
