import { compilePolicies, begin, policiesOf } from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { DERIVED } from "@gatehouse-hooks/local/places";
import { afterEach, describe, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";

interface Row {
  readonly policy: string;
  readonly held: "whole" | "part" | "not";
  readonly open: readonly { readonly why: string; readonly witness?: JsonObject }[];
}

let made: Folder | undefined;
afterEach(() => made?.remove());

async function rowsOf(text: string): Promise<readonly Row[]> {
  made = folder({ "~/.gatehouse/p.yaml": text });
  const { code, stdout } = await runCli(["check", "--box", "--json"], { cwd: made.path, home: made.home });
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { readonly box: readonly Row[] }).box;
}

function policy(when: string, verdict = "deny: never"): string {
  return `version: 1\npolicies:\n  - id: p\n    events: before_tool_call\n    when: ${JSON.stringify(when)}\n    ${verdict}\n`;
}

const KEY = 'facts.reads.any(r, r.touches("~/.ssh/id_*"))';
const PUSH = 'facts.actions.any(a, a.kind == "git.force-push")';
const NEVER = 'facts.actions.any(a, a.kind == "a" && a.kind == "b")';

describe("check --box", () => {
  test.each([
    ["a place", KEY, "whole", []],
    ["an act", PUSH, "not", ["actions"]],
    ["a place or an act", `${KEY} || ${PUSH}`, "part", ["actions"]],
    ["a place, or what no event is", `${KEY} || ${NEVER}`, "whole", []],
    [
      "a place, or another one for one program",
      `${KEY} || facts.writes.any(w, w.by == "git" && w.touches("./a"))`,
      "part",
      ["by"],
    ],
    ["a text", 'params.command.includes("rm")', "not", ["params.command"]],
  ] as const)("%s: held as far as a kernel knows it", async (_, when, held, reasons) => {
    const [row] = await rowsOf(policy(when));
    expect(row?.held).toBe(held);
    expect(row?.open.length).toBe(reasons.length);
    for (const [at, why] of reasons.entries()) expect(row?.open[at]?.why).toContain(why);
  });

  test("what a judge answers is not held, and what only warns is not asked about", async () => {
    const [row] = await rowsOf(policy(KEY, "judge: is it fine?"));
    expect(row).toMatchObject({ held: "not", open: [{ why: expect.stringContaining("judge") as string }] });
    expect(await rowsOf(policy(KEY, "warn: careful"))).toEqual([]);
  });

  test("a place that the workspace is in is held but for the workspace", async () => {
    made = folder({ "~/.gatehouse/p.yaml": policy('facts.writes.any(w, w.touches("/**"))') });
    const { stdout } = await runCli(["check", "--box"], { cwd: made.path, home: made.home });
    expect(stdout).toMatch(/part {2}p\n {4}the workspace is in `\/\*\*`, and stays writable/);
    expect(stdout).toContain("a box holds 0 of 1 policy whole, 1 in part, 0 not");
  });
});

test("box-witness: of the shipped packs each part that is not held has an event that its policy stops, mostly a call as it comes", async () => {
  const packs = ["secrets", "destructive", "git", "exfiltration", "remote-code", "own-config", "cloud"];
  const text = `version: 1\nextends: [${packs.map((one) => `pack/${one}`).join(", ")}]\n`;
  const rows = await rowsOf(text);
  expect(rows.length).toBeGreaterThan(40);
  const { set } = compilePolicies(load(text, { path: "p.yaml" }), DERIVED);
  const open = rows.flatMap(({ policy: id, open: parts }) => parts.map((part) => ({ id, ...part })));
  for (const { held, open: parts } of rows) expect(parts.length === 0).toBe(held === "whole");
  const calls = open.filter(({ witness }) => witness !== undefined && !Object.hasOwn(witness, "facts"));
  for (const { witness } of open) expect(witness).toBeDefined();
  expect(calls.length / open.length).toBeGreaterThan(0.85);
  for (const { id, witness } of calls) {
    const alone = policiesOf(set).filter((one) => one.id === id);
    const begun = begin(compilePolicies(alone, DERIVED).set, witness);
    expect([id, begun.kind === "decided" ? begun.decision.policy : begun.kind]).toEqual([id, id]);
  }
});
