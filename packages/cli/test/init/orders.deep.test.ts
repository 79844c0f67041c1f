import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { folder, type Ran, runCli } from "../run-cli.js";
import { everything, STAND_IN } from "./agents-home.js";

/** What a person may type, in whatever order. */
const STEPS = {
  import: ["import"],
  new: [
    ...["new", "--user", "--stop", "command", "--of", "terraform apply"],
    ...["--effect", "deny", "--reason", "a person applies"],
  ],
  init: ["init", "--yes", "--no-probe", "--binary", STAND_IN],
  bare: ["init", "--no-rule", "--yes", "--no-probe", "--binary", STAND_IN],
  undo: ["init", "--undo"],
} as const;
type Step = keyof typeof STEPS;

const ENV = { PATH: "/usr/bin:/bin" };
const made = folder({
  "~/.claude/settings.json": '{"permissions":{"allow":["Bash(npm test)"]}}\n',
  "~/.cursor/mcp.json": "{}",
});
/** Homes that were seen, by their names: where they are kept. */
const states = new Map<string, string>();
const kept = `${made.home}.kept`;
afterAll(() => {
  made.remove();
  rmSync(kept, { recursive: true, force: true });
});

/** The bytes of a home, as a name for it: commands do the same in homes that are alike. */
function stateOf(home: string): string {
  const name = createHash("sha256")
    .update(JSON.stringify(everything(home)))
    .digest("hex");
  if (!states.has(name)) {
    const copy = join(kept, name);
    cpSync(home, copy, { recursive: true, preserveTimestamps: true });
    states.set(name, copy);
  }
  return name;
}

async function inState<T>(state: string, body: () => Promise<T>): Promise<T> {
  rmSync(made.home, { recursive: true, force: true });
  cpSync(states.get(state) ?? "", made.home, { recursive: true, preserveTimestamps: true });
  return await body();
}

const run = (...args: readonly string[]): Promise<Ran> =>
  runCli(args, { cwd: made.path, home: made.home, env: ENV });

interface Listed {
  readonly policies: readonly { readonly id: string; readonly verdict?: string; readonly enabled: boolean }[];
}

/** What is in force, by another command than those that are tried. */
async function inForce(): Promise<{
  readonly text: string;
  readonly stops: boolean;
  readonly pushes: string;
}> {
  const { policies } = JSON.parse((await run("list", "--json")).stdout) as Listed;
  const count = (verdict: string): number =>
    policies.filter((one) => one.enabled && one.verdict === verdict).length;
  const [deny, ask, allow] = ["deny", "ask", "allow"].map(count);
  const event = { event: "before_tool_call", toolName: "Bash", params: { command: "git push --force" } };
  const { stdout } = await runCli(["decide", "--json"], {
    cwd: made.path,
    home: made.home,
    stdin: JSON.stringify(event),
  });
  const total = policies.length;
  return {
    text: `${total} rule${total === 1 ? "" : "s"} in force (${deny ?? 0} deny, ${ask ?? 0} ask, ${allow ?? 0} allow)`,
    stops: (deny ?? 0) + (ask ?? 0) > 0,
    pushes: (JSON.parse(stdout) as { readonly effect: string }).effect,
  };
}

/** The homes that came of others. */
const transitions = new Map<string, string>();

/** Does a step in a home, once for homes that are alike, and holds what it says against what is in force. */
async function after(state: string, step: Step): Promise<string> {
  const key = `${state} ${step}`;
  const known = transitions.get(key);
  if (known !== undefined) return known;
  const next = await inState(state, async () => {
    const { code, stdout, stderr } = await run(...STEPS[step]);
    expect([code, stderr], step).toEqual([0, ""]);
    const now = stateOf(made.home);
    if (step !== "init" && step !== "bare") return now;
    const { text, stops, pushes } = await inForce();
    expect(stdout).toContain(text);
    expect(stdout.includes("none denies or asks anything")).toBe(!stops);
    expect(/^!! {4}claude-code {2}NOT GUARDED: /m.test(stdout)).toBe(!stops);
    if (step === "init") {
      expect(pushes).toBe("deny");
      expect(stdout).toMatch(/^ {2}~\/\.gatehouse\/first\.yaml: \d+, with the packs destructive, git, /m);
      expect(stdout).toMatch(/^ok {4}claude-code/m);
    }
    return now;
  });
  transitions.set(key, next);
  return next;
}
const seen = new Set<string>();

/** What `doctor` says of a home is what is in force there. */
async function examine(state: string, json = false): Promise<void> {
  if (seen.has(state)) return;
  seen.add(state);
  await inState(state, async () => {
    const { text, stops } = await inForce();
    const hooked = readFileSync(join(made.home, ".claude/settings.json"), "utf8").includes("gatehouse-hook");
    const { code, stdout } = await run("doctor", "--binary", STAND_IN);
    expect(stdout).toContain(text);
    expect(code).toBe(hooked && stops ? 0 : 1);
    for (const agent of ["claude-code", "cursor"])
      expect(stdout).toMatch(
        new RegExp(`^${hooked && stops ? "guarded     " : "NOT GUARDED "} ${agent} .*`, "m"),
      );
    expect(stdout).not.toMatch(/^ok/m);
    if (hooked && !stops) expect(stdout).toMatch(text.startsWith("0 ") ? /\(no-rules\)/ : /\(only-allow\)/);
    if (!hooked) expect(stdout).toMatch(/^NOT GUARDED {2}cursor .*cure: gatehouse init cursor$/m);
    if (json) await examineJson(hooked && stops);
  });
}

async function examineJson(guarded: boolean): Promise<void> {
  const json = JSON.parse((await run("doctor", "--json", "--binary", STAND_IN)).stdout) as {
    readonly ok: boolean;
    readonly agents: readonly { readonly state: string; readonly rules: { readonly guarding: number } }[];
    readonly rules: { readonly total: number };
  };
  expect(json.ok).toBe(guarded);
  expect(json.agents.map((one) => one.state)).toEqual(Array(2).fill(guarded ? "guarded" : "not guarded"));
  if (guarded) expect(json.agents.every(({ rules }) => rules.guarding > 0)).toBe(true);
}

function* permutations<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
}

const orders = [
  ...new Map(
    [...permutations<Step>(["import", "new", "init", "bare", "undo", "init"])].map((order) => [
      order.join(),
      order,
    ]),
  ).values(),
];

describe("in whatever order agents are set up, what is said of it is so", () => {
  const start = stateOf(made.home);
  test("each alone", async () => {
    for (const step of Object.keys(STEPS) as Step[]) await examine(await after(start, step), true);
  });

  test.each(Object.keys(STEPS) as Step[])("every order that begins with %s", async (first) => {
    for (const order of orders.filter(([one]) => one === first)) {
      let state = start;
      for (const step of order) state = await after(state, step);
      await examine(state);
    }
  });

  test("there are 360 of them, and homes that are guarded and others came of them", () => {
    expect(orders).toHaveLength(360);
    expect(seen.size).toBeGreaterThan(8);
  });
});
