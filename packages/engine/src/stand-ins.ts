import { ALL_GATING } from "./all-gating.js";
import type { LostPolicy } from "./lost-policy.js";
import type { PolicyDefinition } from "./policy.js";

/** Ids are at most 500 characters; the end of a path says more than its beginning. */
const MAX_PATH = 400;
/** UTF-16 code units of a reason. */
const MAX_WHY = 2_000;
/** Events that one policy may list. */
const MAX_EVENTS = 100;

/**
 * What replaces lost policies: a deny of exactly the events that each would have guarded, last in its tier, so that a
 * policy with something to say about the event says it first (SPEC, "Lost policies").
 *
 * @param lost policies of one file that guarded the same events share a stand-in
 * @param verdict `warn`: decisions carry a warning instead; the enforced tier denies anyway
 */
export function standIns(lost: readonly LostPolicy[], verdict: "deny" | "warn"): readonly PolicyDefinition[] {
  const groups = new Map<string, LostPolicy[]>();
  for (const one of lost) {
    if (one.events.length === 0) continue;
    const key = JSON.stringify([one.tier, one.file, one.events]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const files = new Map<string, number>();
  return [...groups.values()].flatMap((group): readonly PolicyDefinition[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { file, tier, line } = first;
    const nth = (files.get(`${tier} ${file}`) ?? 0) + 1;
    files.set(`${tier} ${file}`, nth);
    const id = `load-error:${file.slice(-MAX_PATH)}${nth === 1 ? "" : `#${nth}`}`;
    return [
      {
        id,
        tier,
        enabled: true,
        order: 0,
        events: guarded(first.events),
        priority: Number.MIN_SAFE_INTEGER,
        description: "replaces what could not be loaded",
        handler: {
          kind: "static",
          verdict: tier === "enforced" ? "deny" : verdict,
          reason: reasonOf(first, group.length),
        },
        ...(file === "" ? {} : { source: { path: file, ...(line === undefined ? {} : { line }) } }),
      },
    ];
  });
}

function guarded(events: LostPolicy["events"]): readonly string[] {
  return events === "all gating" || events.length > MAX_EVENTS ? [ALL_GATING] : events;
}

function reasonOf({ file, line, why }: LostPolicy, count: number): string {
  const more = count === 1 ? "" : ` (and ${count - 1} more)`;
  const what =
    file === "" ? "a policy" : `the policy file \`${file}${line === undefined ? "" : `:${line}`}\``;
  return `${what} cannot be loaded: ${why.slice(0, MAX_WHY)}${more}`;
}
