import { admitEvent, type Decision, type PolicySet, readEvent, step } from "@gatehouse-hooks/engine";
import type { FlipCounts } from "@gatehouse-hooks/replay";
import fc from "fast-check";
import { random } from "../../../bench/realistic/random.js";
import { changedPolicies } from "../../arbitraries/related-policies.js";
import { setOf } from "../analysis/tool-calls.js";
import { overlooksRewrites } from "../mutants/overlooks-rewrites.js";
import { randomLog, replayLines } from "./logs.js";
import { testReplayLaw } from "./replayer.js";

/** What a set says to an event without any answer; `null`: it waits for one. */
function saidBy(set: PolicySet, value: unknown): Decision | null | undefined {
  const read = readEvent(value);
  if (read.kind === "refused") return undefined;
  const admission = admitEvent(set, read.event);
  if (admission.kind === "refused")
    return {
      effect: "deny",
      policy: null,
      reason: "",
      warnings: [],
      context: [],
      systemMessages: [],
      trace: [],
    };
  const next = step(set, admission.event, new Map());
  return next.kind === "decided" ? next.decision : null;
}

/** What a host and whoever reads the decision notices. */
function noticed({ effect, policy, updatedInput, warnings, context, systemMessages }: Decision): unknown[] {
  return [effect, policy, updatedInput, warnings.map(({ reason }) => reason), context, systemMessages];
}

const STRICTEST_FIRST = ["deny", "ask", "abstain", "allow"];

interface Expected {
  same: number;
  unknown: number;
  looser: number;
  stricter: number;
  readonly flips: string[];
}

/** The flips as a replay lists them, one line each. */
function listed({ groups }: FlipCounts): readonly string[] {
  return groups.rows
    .flatMap(({ from, to, events, examples }) => {
      if (events !== examples.length) throw new Error(`${events} events, and ${examples.length} examples`);
      return examples.map(({ place }) => lineOf(place.path, place.line, from, to));
    })
    .toSorted();
}

type Side = Pick<Decision, "effect" | "policy">;

function lineOf(path: string, line: number, from: Side, to: Side): string {
  return `${path}:${line} ${from.effect} ${from.policy} → ${to.effect} ${to.policy}`;
}

testReplayLaw(
  "flips: the flip list is what deciding each event twice gives",
  ({ createReplay }) =>
    fc.property(changedPolicies, fc.integer(), (sets, seed) => {
      const policies = setOf(sets.before);
      const against = setOf(sets.after);
      const log = randomLog([...sets.before, ...sets.after], random(seed), 10);
      const replay = createReplay({ policies, against, examples: 100 });
      replayLines(replay, log);
      const { flips } = replay.part();
      if (flips === null) throw new Error("nothing is compared");

      const expected: Expected = { same: 0, unknown: 0, looser: 0, stricter: 0, flips: [] };
      const lines = new Map<string, number>();
      for (const { path, line } of log.lines) {
        const number = (lines.get(path) ?? 0) + 1;
        lines.set(path, number);
        if (line.kind !== "event") continue;
        const before = saidBy(policies, line.input.event);
        const after = saidBy(against, line.input.event);
        if (before === undefined || after === undefined) continue;
        if (before === null || after === null) expected.unknown++;
        else if (JSON.stringify(noticed(before)) === JSON.stringify(noticed(after))) expected.same++;
        else {
          expected.flips.push(lineOf(path, number, before, after));
          const by = STRICTEST_FIRST.indexOf(after.effect) - STRICTEST_FIRST.indexOf(before.effect);
          if (by > 0) expected.looser++;
          if (by < 0) expected.stricter++;
        }
      }
      const given = {
        same: flips.same,
        unknown: flips.unknown,
        looser: flips.looser,
        stricter: flips.stricter,
        flips: listed(flips),
      };
      const wanted = { ...expected, flips: expected.flips.toSorted() };
      if (JSON.stringify(given) !== JSON.stringify(wanted) || flips.flipped !== expected.flips.length)
        throw new Error(`${JSON.stringify(given)}\n!=\n${JSON.stringify(wanted)}`);
    }),
  overlooksRewrites,
  // A thousand pairs of sets are the contract of this law, in every tier.
  { least: 1_000 },
);
