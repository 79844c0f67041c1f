import { type Event, type Policy, policiesOf, type PolicySet } from "@gatehouse-hooks/engine";
import { loadAll } from "@gatehouse-hooks/hosts";
import type { Issue } from "@gatehouse-hooks/json";
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type LoadedPolicies, loadPolicies, shownFrom } from "@gatehouse-hooks/local/places";
import type { Context } from "@gatehouse-hooks/local";
import { runPolicyTests } from "../try/run-policy-tests.js";
import type { CollectedEvents } from "./collected-events.js";
import { addToFile, exceptInFile, type SuggestedTest } from "./edit-policy-file.js";
import type { FactEvent } from "./fact-event.js";
import { type FittingClause, fittingClauses } from "./fitting-clauses.js";
import { type ShowingEvents, type TestedFile, withPassingTests } from "./suggested-tests.js";
import type { ProblemGroup } from "@gatehouse-hooks/logs/replay";

const LONGEST_TOOL = 40;

/** A name for a policy about a tool, which no policy has. */
function newPolicyId(policies: readonly Policy[], { tool }: Pick<ProblemGroup, "tool">): string {
  const about = (tool ?? "event")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_TOOL)
    .replaceAll(/^-|-$/g, "");
  const taken = new Set(policies.map(({ id }) => id.normalize("NFC")));
  const base = `ask-about-refused-${about === "" ? "calls" : about}`;
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}

/** A change of one file that loads and whose tests pass; whether a log agrees is not known yet. */
export interface DraftedChange {
  readonly kind: "drafted";
  readonly clause: string;
  /** As shown. */
  readonly path: string;
  /** `null`: the file is new. */
  readonly before: string | null;
  readonly after: string;
  readonly tests: readonly SuggestedTest[];
  /** All policies, with the change. */
  readonly set: PolicySet;
}

/** Why nothing can be suggested. */
interface NoChange {
  readonly kind: "none";
  readonly why: string;
}

/** Clauses that are tried as a change of a file. */
const MOST_CLAUSES = 5;
/** The file of a policy that belongs to no other file. */
const NEW_FILE = "suggested.yaml";

/**
 * Drafts the change for a problem: an exception of a policy, or a policy more.
 *
 * @param facts adds to an event what is derived of it
 */
export async function draftChange(
  context: Context,
  now: LoadedPolicies,
  collected: CollectedEvents,
  facts: (event: Event) => FactEvent,
): Promise<DraftedChange | NoChange> {
  const { group } = collected;
  const target =
    group.problem === "hole" ? holeTarget(context, now, group.tool) : alarmTarget(now, group.policy);
  if (target.kind === "none") return target;
  const wanted = collected.wanted.map(facts);
  const others = collected.others.map(facts);
  if (wanted.length === 0) return { kind: "none", why: "its events are not in the log any more" };
  const clauses = fittingClauses({ problem: group.problem, tool: group.tool, wanted, others });
  if (clauses.length === 0) return { kind: "none", why: whyNoClause(wanted, others) };
  let why = "";
  for (const clause of clauses.slice(0, MOST_CLAUSES)) {
    const drafted = await withClause(context, now, collected, target, clause);
    if (drafted.kind === "drafted") return drafted;
    why = drafted.why;
  }
  return { kind: "none", why };
}

function whyNoClause(wanted: readonly FactEvent[], others: readonly FactEvent[]): string {
  const callOf = ({ event, toolName, params }: FactEvent): string =>
    JSON.stringify([event, toolName, params]);
  const calls = new Set(wanted.map(callOf));
  return others.some((other) => calls.has(callOf(other)))
    ? "the same call is in the log with another outcome: no condition tells them apart"
    : `no clause of those that are tried holds for its events and for none of ${others.length} that are to stay as they are`;
}

/** The file that is changed. */
interface Target {
  readonly kind: "target";
  readonly path: string;
  /** Where it is; `null`: the file is new. */
  readonly real: string | null;
  readonly text: string | null;
  /** The policy that gets an exception; `null`: a policy is added. */
  readonly policy: Policy | null;
}

function alarmTarget(now: LoadedPolicies, id: string | null): Target | NoChange {
  const none = (why: string): NoChange => ({ kind: "none", why });
  const [policy, another] = policiesOf(now.set).filter((one) => one.id === id);
  if (policy === undefined)
    return none("no policy stops it: the event is malformed, or a file is not loaded");
  if (another !== undefined) return none("several tiers have a policy of this name");
  const { source, tier } = policy;
  if (tier === "enforced") return none("the policy is the organisation's: it is not changed here");
  if (source?.pack !== undefined)
    return none(`the policy is of the pack \`${source.pack}\`: what it takes out is said in \`extends\``);
  if (source === undefined || source.format !== "gatehouse")
    return none("the policy is not in a file of the native format");
  return targetOf(now, source.path, policy) ?? none("the text of the policy's file is not known");
}

function targetOf(now: LoadedPolicies, path: string, policy: Policy | null): Target | null {
  const found = now.foundAt.get(path);
  const bytes = now.sources.get(path);
  if (found === undefined || bytes === undefined) return null;
  const text = typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes);
  return { kind: "target", path, real: realpathSync(found), text, policy };
}

/** The native file that has most to do with a tool; without one, a new file beside the others. */
function holeTarget({ io, settings }: Context, now: LoadedPolicies, tool: string | null): Target {
  const native = policiesOf(now.set).filter(
    ({ source, tier }) =>
      source?.format === "gatehouse" &&
      source.pack === undefined &&
      tier !== "enforced" &&
      /\.ya?ml$/i.test(source.path),
  );
  const names = ({ matcher, condition }: Policy): boolean =>
    tool !== null &&
    [matcher?.text, condition?.text].some((text) => text?.includes(JSON.stringify(tool)) === true);
  const nearest = native.find(names) ?? native[0];
  const target = nearest?.source === undefined ? null : targetOf(now, nearest.source.path, null);
  if (target !== null) return target;
  const [given] = settings.policies ?? [];
  const folder =
    given === undefined
      ? join(settings.project, ".gatehouse")
      : /\.\w+$/.test(given)
        ? dirname(given)
        : given;
  return {
    kind: "target",
    path: shownFrom(io.cwd, join(folder, NEW_FILE)),
    real: null,
    text: null,
    policy: null,
  };
}

async function withClause(
  context: Context,
  now: LoadedPolicies,
  collected: CollectedEvents,
  target: Target,
  { text: clause }: FittingClause,
): Promise<DraftedChange | NoChange> {
  const { path, real, text } = target;
  const tested = testedFile(now, collected, target, clause);
  if (tested.kind === "refused") return { kind: "none", why: tested.why };
  const changed = await loadChanged(context, tested.text, { path, real });
  const before = new Set(now.issues.map(issueKey));
  const fresh = changed.issues.find((issue) => !before.has(issueKey(issue)));
  if (fresh !== undefined) return { kind: "none", why: `with the change: ${fresh.message}` };
  const failed = failedTest(now, changed.loaded, { path, real, before: text, after: tested.text });
  if (failed !== null) return { kind: "none", why: `with the change, the test \`${failed}\` fails` };
  const { set } = changed.loaded;
  return { kind: "drafted", clause, path, before: text, after: tested.text, tests: tested.tests, set };
}

/** The file with the change, and tests of it that pass. */
function testedFile(
  now: LoadedPolicies,
  { group, wanted, others }: CollectedEvents,
  { path, text, policy }: Target,
  clause: string,
): TestedFile {
  const place = { path, format: "gatehouse", tier: policy?.tier ?? "project" } as const;
  const [first] = wanted;
  const id = policy?.id ?? newPolicyId(policiesOf(now.set), group);
  const events = policy?.events ?? [first?.event ?? "before_tool_call"];
  const isPlainTool = group.tool !== null && /^[\w.-]+$/.test(group.tool);
  const isTool = clause === `toolName == ${JSON.stringify(group.tool)}`;
  return withPassingTests(
    {
      policy: id,
      event: events.length === 1 ? (events[0] ?? null) : null,
      wanted,
      others,
      expects: expectsOf(policy),
    },
    place,
    (tests) =>
      policy !== null && text !== null
        ? exceptInFile(text, policy.id, clause, tests)
        : addToFile(
            text,
            {
              id,
              events: events[0] ?? "before_tool_call",
              tools: isPlainTool ? group.tool : null,
              when: isTool && isPlainTool ? null : clause,
              ask: "a person has refused such a call before",
            },
            tests,
          ),
  );
}

function expectsOf(policy: Policy | null): ShowingEvents["expects"] {
  if (policy === null) return { wanted: "ask", others: "skip" };
  const { handler } = policy;
  const said = handler.kind === "static" ? handler.verdict : null;
  return { wanted: "skip", others: said === "deny" || said === "ask" ? said : { applies: true } };
}

/** Places move with a change. */
function issueKey({ code, message }: Issue): string {
  return `${code} ${message}`;
}

async function loadChanged(
  { io, settings }: Context,
  text: string,
  { path, real }: Pick<Target, "path" | "real">,
): Promise<{ readonly loaded: LoadedPolicies; readonly issues: readonly Issue[] }> {
  if (real !== null) {
    const loaded = await loadPolicies(io, { ...settings, unsaved: new Map([[real, text]]) });
    return { loaded, issues: loaded.issues };
  }
  const { policies, issues, lost, memory = [] } = loadAll([{ path, text, format: "gatehouse" }]);
  const { more } = settings;
  const loaded = await loadPolicies(io, {
    ...settings,
    more: {
      policies: [...(more?.policies ?? []), ...policies],
      lost: [...(more?.lost ?? []), ...lost],
      memory: [...(more?.memory ?? []), ...memory],
    },
  });
  return { loaded, issues: [...loaded.issues, ...issues] };
}

/** A test of the file that the change breaks. */
function failedTest(
  now: LoadedPolicies,
  changed: LoadedPolicies,
  {
    path,
    real,
    before,
    after,
  }: {
    readonly path: string;
    readonly real: string | null;
    readonly before: string | null;
    readonly after: string;
  },
): string | null {
  const failing = (loaded: LoadedPolicies, text: string): readonly string[] => {
    const file = loaded.written.find((one) => one.path === path);
    const results = file === undefined ? [] : runPolicyTests(file, text);
    return results.filter(({ differences }) => differences.length > 0).map(({ name }) => name);
  };
  if (real === null || before === null) return null;
  const known = new Set(failing(now, before));
  return failing(changed, after).find((name) => !known.has(name)) ?? null;
}
