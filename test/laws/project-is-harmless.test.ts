import { VOCABULARY } from "@gatehouse-hooks/hosts";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  compilePolicies,
  type Decision,
  type Need,
  readEvent,
  step,
  type Verdict,
  policiesOf,
} from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseModel } from "../../packages/local/src/open/choose-model.js";
import type { Io } from "../../packages/console/src/io.js";
import { type LoadedPolicies, loadPolicies } from "../../packages/local/src/places/load-policies.js";
import { contextOf } from "../../packages/local/src/settings.js";
import { projectTrees, type Put, putInto, USER_FILES } from "../arbitraries/project-trees.js";
import { STRICTNESS } from "./strictness.js";
import { assertLaw, lawRuns } from "../assert-law.js";

/** Where the project lies; the user's home is `root/home`. */
const PROJECTS = [
  "project",
  "project/sub",
  "p\u200b",
  "home",
  "home/work",
  "link-to-home",
  "link-to-project",
] as const;
type ProjectPlace = (typeof PROJECTS)[number];

interface Case {
  readonly at: ProjectPlace;
  readonly puts: readonly Put[];
  readonly onLoadError: "deny" | "warn";
}

/** Settings that somebody has put into the home folder, where an agent works. */
const AT_HOME: Case = {
  at: "home",
  puts: [{ kind: "file", at: "mayros.json5", text: "{ llmHooks: { defaultModel: 'evil/model' } }" }],
  onLoadError: "deny",
};

const USERS = /^\.gatehouse(?:\/|$)|^\.mimir(?:\/|$)|^\.mayros(?:$|\/hooks|\/config\.json5$)/;

/** What the user's and the organisation's judges and commands answer. */
const ANSWERS = ["deny", "ask", "approve"] as const;

const exec = (command: string): object => ({
  event: "before_tool_call",
  toolName: "exec",
  params: { command },
});
const EVENTS = [
  exec("rm -rf x"),
  exec("git push"),
  exec("ls"),
  { event: "before_tool_call", toolName: "write", params: { path: "a", content: "b" } },
  { event: "before_tool_call", toolName: "read", params: { path: "a" } },
  { event: "before_tool_call", toolName: "fetch", params: { url: "https://example.com" } },
  { event: "before_tool_call", toolName: "search", params: { query: "x" } },
  { event: "before_tool_call", toolName: "deploy", params: {} },
  { event: "message_sending", to: "x", content: "hello" },
  { event: "pre-bash-execution", bash_command: "ls", working_directory: "/" },
] as const;

const ENFORCED =
  "version: 1\npolicies:\n  - { id: org, events: before_tool_call, tools: deploy, ask: who approved it? }\n";

let root: string;
/** A home and its neighbours for projects that lie elsewhere. */
let shared: string;
let made = 0;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse-projects-")));
  mkdirSync(path.join(root, "org"));
  writeFileSync(path.join(root, "org/a.yaml"), ENFORCED);
  shared = makeWorld("shared");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function makeWorld(name: string): string {
  const world = path.join(root, name);
  for (const [file, text] of Object.entries(USER_FILES)) {
    mkdirSync(path.join(world, "home", path.dirname(file)), { recursive: true });
    writeFileSync(path.join(world, "home", file), text);
  }
  for (const folder of ["home/work", "out"]) mkdirSync(path.join(world, folder));
  writeFileSync(path.join(world, "out/a.yaml"), "version: 1\npolicies: []\n");
  symlinkSync("home", path.join(world, "link-to-home"));
  return world;
}

/** What the trusted tiers decide, as far as it could be loosened. */
interface Outcome {
  readonly decision: Decision;
  /** What was asked of the trusted tiers, with the model that answers. */
  readonly asked: ReadonlyMap<string, string>;
  /** What of the project would have run. */
  readonly ran: readonly string[];
}

type Load = (
  io: Io,
  settings: Parameters<typeof loadPolicies>[1],
  project: string,
) => Promise<LoadedPolicies>;

/** What is loaded with a project in place. */
async function loadedWith(load: Load, { at, onLoadError }: Case, puts: readonly Put[]) {
  const isHomes = at.includes("home");
  const world = isHomes ? makeWorld(`w${made++}`) : shared;
  const own = path.join(world, isHomes ? "unused" : `${at.replace(/\/.*/, "")}${made++}`);
  const project = isHomes ? path.join(world, at) : at === "project/sub" ? path.join(own, "sub") : own;
  const home = path.join(world, "home");
  try {
    mkdirSync(project, { recursive: true });
    // In the home folder these are the user's own.
    const isHome = at === "home" || at === "link-to-home";
    const theirs = isHome ? puts.filter((put) => !USERS.test(put.at)) : puts;
    putInto(project, theirs, home, path.join(world, "out"));
    let io = ioOf(project, home);
    if (at === "link-to-project") {
      symlinkSync(project, `${own}.link`);
      io = ioOf(`${own}.link`, home);
    }
    const enforced = [path.join(root, "org")];
    const given = { enforced, sandbox: "none", onLoadError, unknownEvents: "abstain", color: false };
    const loaded = await load(io, contextOf(given, io).settings, project);
    return { loaded, io };
  } finally {
    rmSync(isHomes ? world : own, { recursive: true, force: true });
    rmSync(`${own}.link`, { force: true });
  }
}

type Answers = (typeof ANSWERS)[number];

function outcome({ set, found }: LoadedPolicies, io: Io, event: object, answer: Answers): Outcome {
  const read = readEvent(event);
  if (read.kind !== "event") throw new Error("no event");
  const standard = chooseModel(io.env, undefined, found);
  const asked = new Map<string, string>();
  const ran: string[] = [];
  const verdicts = new Map<string, Verdict>();
  const answered = (need: Need): Verdict => {
    if (need.tier !== "project") {
      const { handler } = need;
      asked.set(need.policy, handler.kind === "judge" ? (handler.model ?? standard) : handler.kind);
      return { kind: answer, reason: "as asked" };
    }
    if (need.handler.kind !== "judge") ran.push(need.policy);
    return { kind: "approve", reason: "the project's judge is bribed" };
  };
  for (;;) {
    const next = step(set, read.event, verdicts);
    if (next.kind === "decided") return { decision: next.decision, asked, ran };
    for (const need of next.needs) verdicts.set(need.id, answered(need));
  }
}

function ioOf(cwd: string, home: string): Io {
  const output = { columns: undefined, write: () => Promise.resolve() };
  return {
    stdin: (async function* () {})(),
    stdout: output,
    stderr: output,
    env: {},
    cwd,
    home,
    interactive: false,
    onInterrupt: () => () => {},
  };
}

/** How a project has loosened what the trusted tiers decide, or null. */
function looser(alone: Outcome, all: Outcome): string | null {
  if (all.ran.length > 0) return `${all.ran.join(", ")} of the project would run`;
  const { effect, updatedInput } = all.decision;
  if (STRICTNESS[effect] < STRICTNESS[alone.decision.effect])
    return `${alone.decision.effect} became ${effect}`;
  if (effect === "deny") return null;
  for (const [key, value] of Object.entries(alone.decision.updatedInput ?? {})) {
    if (updatedInput?.[key] !== value) return `the rewrite of ${key} is lost`;
  }
  for (const [policy, by] of alone.asked) {
    const now = all.asked.get(policy);
    if (now !== by) return `${policy} is answered by ${now ?? "nobody"} in place of ${by}`;
  }
  return null;
}

/** What is loaded without anything in the project: one of each kind is enough. */
const empty = new Map<string, ReturnType<typeof loadedWith>>();
function loadedAlone(one: Case): ReturnType<typeof loadedWith> {
  const key = `${one.at} ${one.onLoadError}`;
  const known = empty.get(key) ?? loadedWith(loadPolicies, one, []);
  empty.set(key, known);
  return known;
}

function law(load: Load): fc.IAsyncProperty<[Case]> {
  const one: fc.Arbitrary<Case> = fc.record({
    at: fc.constantFrom(...PROJECTS),
    puts: projectTrees,
    onLoadError: fc.constantFrom("deny", "warn"),
  });
  return fc.asyncProperty(one, async (given) => {
    const alone = await loadedAlone(given);
    const all = await loadedWith(load, given, given.puts);
    for (const event of EVENTS) {
      for (const answer of ANSWERS) {
        const found = looser(
          outcome(alone.loaded, alone.io, event, answer),
          outcome(all.loaded, all.io, event, answer),
        );
        if (found !== null) throw new Error(`${JSON.stringify(event)}, answered ${answer}: ${found}`);
      }
    }
  });
}

test("whatever a project directory holds, what the enforced and the user's tier decide is never looser (S2, S10)", async () => {
  // A run is a tree of files.
  await assertLaw(law(loadPolicies), { quick: 20, deep: 100 }, [[AT_HOME]]);
});

/** Without the user's policies of which a place says so. */
function without(loaded: LoadedPolicies, isGone: (place: string) => boolean): LoadedPolicies {
  const policies = policiesOf(loaded.set).filter(
    (one) => one.tier !== "user" || !isGone(one.source?.path ?? ""),
  );
  return { ...loaded, set: compilePolicies(policies, { vocabulary: VOCABULARY }).set };
}

function leadsTo(link: string, target: string): boolean {
  try {
    return realpathSync(link) === realpathSync(target);
  } catch {
    return false;
  }
}

const MUTANTS: Readonly<Record<string, Load>> = {
  "the first root wins": async (io, settings, project) => {
    const loaded = await loadPolicies(io, settings);
    const isProjects = leadsTo(path.join(project, ".gatehouse"), path.join(io.home, ".gatehouse"));
    return isProjects ? without(loaded, (place) => place.includes(".gatehouse")) : loaded;
  },
  "a found configuration switches the user's hooks off": async (io, settings) => {
    const loaded = await loadPolicies(io, settings);
    return loaded.found.config.enabled ? loaded : without(loaded, (place) => place.includes(".mayros"));
  },
  "a found configuration chooses the model": async (io, settings) => {
    const loaded = await loadPolicies(io, settings);
    return { ...loaded, found: { ...loaded.found, named: true } };
  },
  "a file of a project costs the user's": async (io, settings) => {
    const loaded = await loadPolicies(io, settings);
    const isOver = loaded.issues.some((issue) => issue.code === "over-budget");
    return isOver && settings.onLoadError === "warn" ? without(loaded, () => true) : loaded;
  },
};

// Some are found after many trees only.
const mutants = Object.entries(MUTANTS);
test.each(mutants.slice(0, lawRuns({ quick: 1, deep: mutants.length, full: mutants.length })))(
  "a broken loader is caught: %s",
  async (_name, load) => {
    const search = fc.assert(law(load), { numRuns: 5_000, endOnFailure: true });
    await expect(search).rejects.toThrow();
  },
  600_000,
);
