import {
  changeOfEvent,
  type ClassifiedEvent,
  type EventChange,
  type LogPlace,
  type Records,
} from "@gatehouse-hooks/replay";
import type { CollectedEvents } from "./collected-events.js";
import type { DraftedChange } from "./draft-change.js";

/** Events that a next draft is made with. */
const MOST_LEARNT = 50;

/** What a log says to a draft. */
type CheckedDraft =
  /** It changes the decisions on the events of its group, and on no others. */
  | { readonly kind: "fine"; readonly flips: number }
  /** Another clause may do it. */
  | { readonly kind: "wrong"; readonly why: string }
  | { readonly kind: "useless"; readonly why: string };

/** Decides the events of a log with a draft, and says whether exactly the events of its group change. */
export class ReplayCheck {
  readonly #draft: DraftedChange;
  readonly #collected: CollectedEvents;
  readonly #records: Records;
  readonly #learnt: ClassifiedEvent[] = [];
  #flips = 0;
  #why: Exclude<CheckedDraft, { readonly kind: "fine" }> | null = null;

  constructor(draft: DraftedChange, collected: CollectedEvents, records: Records) {
    this.#draft = draft;
    this.#collected = collected;
    this.#records = records;
  }

  add(classified: ClassifiedEvent, place: LogPlace): void {
    const change = changeOfEvent(classified, this.#draft.set, this.#records);
    const isWanted = this.#collected.has(classified);
    if (change.kind === "same" && !isWanted) return;
    const said = this.#problemWith(change, isWanted, `${place.path}:${place.line}`);
    if (said === null) this.#flips++;
    else if (this.#why === null || said.kind === "useless") this.#why = said;
    if (said?.kind === "wrong" && this.#learnt.length < MOST_LEARNT) this.#learnt.push(classified);
  }

  /** What came of it. The collected events know those on which it failed. */
  result(): CheckedDraft {
    for (const one of this.#learnt) this.#collected.addCounterexample(one);
    if (this.#why !== null) return this.#why;
    const { events } = this.#collected.group;
    return this.#flips === events
      ? { kind: "fine", flips: this.#flips }
      : { kind: "useless", why: `the log has changed: ${this.#flips} of ${events} events are there` };
  }

  #problemWith(
    change: EventChange,
    isWanted: boolean,
    at: string,
  ): Exclude<CheckedDraft, { readonly kind: "fine" }> | null {
    const { problem } = this.#collected.group;
    const { clause } = this.#draft;
    if (change.kind === "unknown")
      return {
        kind: "useless",
        why: `with the change, ${at} waits for an answer that the log does not hold`,
      };
    if (!isWanted) return { kind: "wrong", why: `an exception where ${clause} would change ${at}, too` };
    if (change.kind === "same") return { kind: "wrong", why: `${at} would stay as it is with ${clause}` };
    const { effect, policy } = change;
    const isStopped = effect === "deny" || effect === "ask";
    if (isStopped === (problem === "hole")) return null;
    const by = policy === null ? "" : ` by \`${policy}\``;
    return {
      kind: "useless",
      why: `with the change, ${at} is ${effect}${by}: another policy has to change with it`,
    };
  }
}
