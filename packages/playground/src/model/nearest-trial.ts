import { nearestChange } from "@gatehouse-hooks/analysis";
import { begin, type Decision, printPath } from "@gatehouse-hooks/engine";
import { type JsonObject, type JsonValue, shorten } from "@gatehouse-hooks/json";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import { factsHere } from "./facts-here.js";
import { prepareTrial } from "./prepare-trial.js";
import { readTrialPolicies } from "./read-trial-policies.js";
import { supposedVerdict } from "./run-trial.js";
import type { PlaygroundTrial } from "./trial.js";

/** The smallest change of an event that was found for which it is answered otherwise. Plain JSON. */
export interface ShownNearest {
  readonly changes: readonly {
    /** As conditions write it. */
    readonly path: string;
    /** As JSON, shortened; absent where the property is missing. */
    readonly from?: string;
    readonly to?: string;
  }[];
  readonly effect: Decision["effect"];
  readonly policy: string | null;
  /** The policies that would be asked. */
  readonly asks: readonly string[];
  /** The changed event, canonical. */
  readonly event: JsonObject;
}

const MAX_VALUE = 300;
const MOST_ASKED = 10;

/** What `gatehouse explain` calls the nearest change; null where none was found, which is no proof, and for what cannot be decided. */
export function nearestTrial(trial: PlaygroundTrial): ShownNearest | null {
  const { set, tests } = readTrialPolicies(trial.policies);
  const prepared = prepareTrial(trial);
  if (prepared.kind === "refused") return null;
  const begun = begin(set, prepared.event);
  if (begun.kind === "refused") return null;
  const found = nearestChange(set, begun.event, {
    tools: hostToolTypes(),
    candidates: tests.map(({ event }) => event),
    facts: factsHere,
    answer: (need) => supposedVerdict(trial.supposed, need),
  });
  if (found === undefined) return null;
  const { changes, answer, event } = found;
  return {
    changes: changes.map(({ path, from, to }) => ({
      path: printPath(path),
      ...(from !== undefined && { from: valueText(from) }),
      ...(to !== undefined && { to: valueText(to) }),
    })),
    effect: answer.decision.effect,
    policy: answer.decision.policy,
    asks: answer.asks.slice(0, MOST_ASKED),
    event,
  };
}

function valueText(value: JsonValue): string {
  return shorten(JSON.stringify(value), MAX_VALUE);
}
