import type { Event, Verdict } from "@gatehouse-hooks/engine";
import { isRecord, parseJsonObject } from "@gatehouse-hooks/json";
import { HttpProblem } from "../http/problem.js";
import type { Seals } from "./sealed-text.js";

/** A decision that waits for answers: all of it travels with the caller, and nothing is kept. */
export interface StepState {
  readonly tenant: string;
  /** The policies that it began with. */
  readonly version: string;
  readonly event: Event;
  /** By need. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** The state as text: base64url, a dot, its seal. */
export function writeStepState(state: StepState, seals: Seals): string {
  const text = Buffer.from(JSON.stringify(state)).toString("base64url");
  return `${text}.${seals.of("step", [text])}`;
}

/** @throws HttpProblem for a state that this tenant's servers have not sealed, or that is over */
export function readStepState(
  given: string,
  seals: Seals,
  { tenant, now, maxBytes }: { readonly tenant: string; readonly now: number; readonly maxBytes: number },
): StepState {
  const [text = "", seal = "", ...rest] = given.split(".");
  if (rest.length > 0 || !seals.fits(seal, "step", [text]))
    throw new HttpProblem("bad-request", "/state: no server of this fleet has written it");
  const { value, issue } = parseJsonObject(Buffer.from(text, "base64url"), { maxBytes });
  if (issue !== undefined) throw new HttpProblem("bad-request", `/state: ${issue.message}`);
  // It is sealed, so it has the shape that it was written with.
  const state = value as unknown as StepState;
  if (state.tenant !== tenant) throw new HttpProblem("forbidden", "/state: it is another tenant's");
  if (!isRecord(state.verdicts) || !(state.expires > now))
    throw new HttpProblem("gone", "/state: its time is over; begin again with the event");
  return state;
}

/** What the id of a need is bound to: it answers just this question, of this call, until it is over. */
export interface NeedBinding {
  readonly tenant: string;
  readonly version: string;
  /** `callHash` of the event. */
  readonly call: string;
  readonly expires: number;
}

/** The id of a need as it travels. */
export function writeNeedId(need: string, binding: NeedBinding, seals: Seals): string {
  const { tenant, version, call, expires } = binding;
  return `${need}.${seals.of("need", [tenant, version, call, expires, need])}`;
}

/** The need that an id is of. @throws HttpProblem for an id that was not made for this decision */
export function readNeedId(given: string, binding: NeedBinding, seals: Seals): string {
  const { tenant, version, call, expires } = binding;
  const dot = given.lastIndexOf(".");
  const need = given.slice(0, Math.max(0, dot));
  if (dot < 1 || !seals.fits(given.slice(dot + 1), "need", [tenant, version, call, expires, need]))
    throw new HttpProblem("bad-request", "/verdicts: an id of it is of no need of this decision");
  return need;
}
