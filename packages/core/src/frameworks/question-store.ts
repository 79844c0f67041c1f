import { ownOption } from "@gatehouse-hooks/json";
import { callKey } from "../approvals/call-approval.js";
import type { EventOf } from "../events/event-input.js";

/** Remembers which calls a person was asked about: a yes in a framework's history counts for these alone. */
export interface AskedAbout {
  /**
   * A person is asked about a call.
   *
   * @param id the framework's number of the call
   * @param call SHA-256 of what the call is, in hex
   */
  ask(id: string, call: string): void | Promise<void>;
  /**
   * Takes the question back, which counts once.
   *
   * @returns whether a person was asked about this very call under this number; what is not known is no
   */
  take(id: string, call: string): boolean | Promise<boolean>;
}

/** More questions at once are not remembered: the oldest is forgotten, and its call asked about again. */
const MOST = 10_000;

/** Remembers questions in this process. */
export function askedInMemory(): AskedAbout {
  const questions = new Set<string>();
  const keyOf = (id: string, call: string): string => JSON.stringify([id, call]);
  return {
    ask: (id, call) => {
      const [oldest] = questions.size < MOST ? [] : questions;
      if (oldest !== undefined) questions.delete(oldest);
      questions.add(keyOf(id, call));
    },
    take: (id, call) => questions.delete(keyOf(id, call)),
  };
}

/** What may say where questions are kept. */
interface HasQuestions {
  readonly asked?: AskedAbout | undefined;
}

/** Where it is kept what a person was asked about: where the options say, else with what decides. */
export function questionStore(decider: HasQuestions, options: HasQuestions): AskedAbout {
  return ownOption(options, "asked") ?? decider.asked ?? askedInMemory();
}

/** A person is asked about a call; one without a number cannot be remembered. */
export async function noteQuestion(
  asked: AskedAbout,
  event: EventOf<"before_tool_call">,
  id: string | undefined,
): Promise<void> {
  if (id !== undefined) await asked.ask(id, callKey(event));
}

/** Whether a person was asked about just this call. A store that fails, or answers anything else, says no. */
export async function wasAsked(
  asked: AskedAbout,
  event: EventOf<"before_tool_call">,
  id: string | undefined,
): Promise<boolean> {
  if (id === undefined) return false;
  try {
    const answer: unknown = await asked.take(id, callKey(event));
    return answer === true;
  } catch {
    return false;
  }
}
