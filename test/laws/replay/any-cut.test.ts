import type { ReplayPart } from "@gatehouse-hooks/replay";
import fc from "fast-check";
import { random } from "../../../bench/realistic/random.js";
import { changedPolicies } from "../../arbitraries/related-policies.js";
import { setOf } from "../analysis/tool-calls.js";
import { forgetsLines } from "../mutants/forgets-lines.js";
import { randomLog, replayLines } from "./logs.js";
import { testReplayLaw } from "./replayer.js";

testReplayLaw(
  "any cut: the merged parts of the pieces of a log are the part of the log, byte for byte, in any grouping",
  ({ createReplay, mergeParts }) =>
    fc.property(
      changedPolicies,
      fc.integer(),
      fc.integer({ min: 0, max: 3 }),
      fc.array(fc.nat(90), { maxLength: 5 }),
      fc.boolean(),
      (sets, seed, examples, cuts, compares) => {
        const options = {
          policies: setOf(sets.before),
          ...(compares && { against: setOf(sets.after) }),
          examples,
        };
        const log = randomLog([...sets.before, ...sets.after], random(seed));
        const part = (from: number, to: number): ReplayPart => {
          const replay = createReplay(options);
          replayLines(replay, log, from, to);
          return sent(replay.part());
        };
        const whole = JSON.stringify(part(0, log.lines.length));
        const ends = [...cuts.filter((cut) => cut < log.lines.length), log.lines.length].toSorted(
          (a, b) => a - b,
        );
        const parts = ends.map((end, i) => part(ends[i - 1] ?? 0, end));
        const fromLeft = mergeParts(parts, examples);
        const fromRight = parts
          .slice(0, -1)
          .reduceRight((rest, one) => mergeParts([one, rest], examples), parts.at(-1) ?? fromLeft);
        for (const merged of [fromLeft, fromRight]) {
          const text = JSON.stringify(merged);
          if (text !== whole) throw new Error(`cut at ${ends.join()}:\n${text}\n!=\n${whole}`);
        }
      },
    ),
  forgetsLines,
  { quick: 100 },
);

/** As it comes from a file or another process. */
function sent(part: ReplayPart): ReplayPart {
  return JSON.parse(JSON.stringify(part)) as ReplayPart;
}
