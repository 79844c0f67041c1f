import { diffSets } from "@gatehouse-hooks/analysis";
import type { Event } from "@gatehouse-hooks/engine";
import { exampleEvents } from "@gatehouse-hooks/facts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import { redact, redactValue } from "@gatehouse-hooks/redact";
import { type ContrastGroup, eventClassifier, type Records } from "@gatehouse-hooks/replay";
import { createTwoFilesPatch } from "diff";
import { derivedAt, type LoadedPolicies } from "@gatehouse-hooks/local/places";
import {
  type LogUnit,
  type ReplaySuggestion,
  type ReplaySuggestions,
  scanWithProgress,
} from "@gatehouse-hooks/logs/replay";
import type { Context } from "@gatehouse-hooks/local";
import { CollectedEvents } from "./collected-events.js";
import { draftChange, type DraftedChange } from "./draft-change.js";
import { type FactEvent, factEvent } from "./fact-event.js";
import { groupKey, problemGroups } from "./problem-group.js";
import { ReplayCheck } from "./replay-check.js";

/** A replay that is over, and what it was of. */
interface SuggestJob {
  readonly now: LoadedPolicies;
  readonly records: Records;
  readonly units: readonly LogUnit[];
  readonly contrasts: readonly ContrastGroup[];
  readonly isStopped: () => boolean;
}

/** Times that a draft is made with the events on which the one before failed. */
const MOST_ROUNDS = 3;
/** Events that are given to the analysis. */
const MOST_WITNESSES = 10;

/**
 * For each problem that a replay has shown, the smallest change of the policies that the log agrees with: the decisions on the
 * events of the problem change, and no other. Nothing is written. Reads the log again, at most four times.
 *
 * @returns null: it was stopped
 * @throws what the file system throws
 */
export async function suggestChanges(context: Context, job: SuggestJob): Promise<ReplaySuggestions | null> {
  const { now, records, contrasts } = job;
  const { groups, all } = problemGroups(contrasts);
  if (groups.length === 0) return { problems: 0, rows: [] };
  const classify = eventClassifier(now.set, records);
  const collected = groups.map((group) => new CollectedEvents(group));
  const read = await scanWithProgress(context.io, job, "collecting events", (input) => {
    const classified = classify(input);
    if (classified !== null) for (const one of collected) one.add(classified);
  });
  if (!read) return null;

  const derive = derivedAt({ ...context.settings, home: context.io.home }).derive;
  const facts = (event: Event): FactEvent => (derive === undefined ? event : factEvent(event, derive.facts));
  const found = new Map<string, ReplaySuggestion>();
  let open = collected;
  for (let round = 1; round <= MOST_ROUNDS && open.length > 0; round++) {
    const drafts: {
      readonly of: CollectedEvents;
      readonly draft: DraftedChange;
      readonly check: ReplayCheck;
    }[] = [];
    for (const of of open) {
      const draft = await draftChange(context, now, of, facts);
      if (draft.kind === "drafted") drafts.push({ of, draft, check: new ReplayCheck(draft, of, records) });
      else found.set(groupKey(of.group), { ...of.group, ...draft });
    }
    if (drafts.length === 0) break;
    const checked = await scanWithProgress(context.io, job, "checking suggestions", (input) => {
      const classified = classify(input);
      if (classified !== null) for (const { check } of drafts) check.add(classified, input.place);
    });
    if (!checked) return null;
    open = [];
    for (const { of, draft, check } of drafts) {
      const result = check.result();
      if (result.kind === "wrong") open.push(of);
      found.set(
        groupKey(of.group),
        result.kind === "fine"
          ? suggestionOf(now, of, draft)
          : { ...of.group, kind: "none", why: redact(result.why) },
      );
    }
  }
  return { problems: all, rows: groups.flatMap((group) => found.get(groupKey(group)) ?? []) };
}

function suggestionOf(
  now: LoadedPolicies,
  { group, wanted }: CollectedEvents,
  draft: DraftedChange,
): ReplaySuggestion {
  const { clause, path, before, after, tests, set } = draft;
  const patch = patchText(path, before, after);
  // A patch without its secrets could not be applied.
  if (redact(patch) !== patch)
    return { ...group, kind: "none", why: "the lines around the change hold what looks like a secret" };
  const { differences, unknown } = diffSets(now.set, set, {
    tools: hostToolTypes(),
    examples: exampleEvents,
    // An event of the problem shows the change, where the analysis alone does not find one.
    candidates: [...now.tests.map(({ event }) => event), ...wanted.slice(0, MOST_WITNESSES)],
  });
  return {
    ...group,
    kind: "change",
    clause,
    path,
    patch,
    tests: tests.length,
    classes: differences.map(({ before: from, after: to, loosens, witness }) => ({
      from: { effect: from.effect, policy: from.policy },
      to: { effect: to.effect, policy: to.policy },
      loosens,
      witness: redactValue(witness) as JsonObject,
    })),
    unclear: unknown.map(({ policy }) => policy.id),
  };
}

/** A change of a file as a patch: names of files below the folder are as git has them. */
export function patchText(path: string, before: string | null, after: string): string {
  const isBelow = !/^(?:[/~]|\.\.|[A-Za-z]:)/.test(path);
  const [old, next] = isBelow ? [`a/${path}`, `b/${path}`] : [path, path];
  const patch = createTwoFilesPatch(before === null ? "/dev/null" : old, next, before ?? "", after, "", "", {
    context: 3,
  });
  // A line of its own comes first, and the two names have a blank for a time behind them.
  return patch
    .split("\n")
    .slice(1)
    .map((line, at) => (at < 2 ? line.trimEnd() : line))
    .join("\n");
}
