/** What an agent makes of the answers to one of its events. */
export interface EventCapability {
  /**
   * What becomes of the thing that an event is about when the answer is a deny: it does not happen (`stops`); it has happened, and the
   * model reads the reason in place of the result (`hides`) or beside it (`tells`); the agent wanted to end its turn and goes on
   * (`continues`); nothing (`ignored`).
   */
  readonly deny: "stops" | "hides" | "tells" | "continues" | "ignored";
  /**
   * What an answer that asks the user does: a person decides, and without one the call does not happen (`asks`); a person decides, and
   * without one the agent hangs or does not ask (`asks a person`); the agent asks by itself when nothing is answered (`by silence`);
   * nothing (`ignored`).
   */
  readonly ask: "asks" | "asks a person" | "by silence" | "ignored";
  /**
   * What an allow does: it spares the agent's own question, and the user's deny rules hold (`skips the question`); it holds against
   * the user's own deny rules (`overrides`); nothing (`powerless`): the agent's own rules decide.
   */
  readonly allow: "skips the question" | "overrides" | "powerless";
  /**
   * How a rewrite of a tool call's arguments is sent: all arguments, which replace the old ones (`whole`); arguments that the agent
   * puts over the old ones (`merged`); written into the agent's own object (`in place`); not at all (`ignored`).
   */
  readonly rewrite: "whole" | "merged" | "in place" | "ignored";
  /** The answer has a field for what the model reads in place of the result. */
  readonly replacesResult?: true;
  /** A rewrite counts only beside an allow. */
  readonly rewriteNeedsAllow?: true;
  /** A rewrite may be beside an ask: the person is shown the changed call. */
  readonly rewriteWithAsk?: true;
  /** Some of the agent's versions do not read a rewrite here: it is told, and an allow that rests on it becomes an ask. */
  readonly rewriteUnsure?: true;
  /** The answer has a field for a message to the user. */
  readonly warn: boolean;
  /** The answer has a field for text that reaches the model. */
  readonly context: boolean;
  /** `continue: false` or its like ends the session; some agents run the call first. */
  readonly stop: boolean;
  /** A deny is possible, but a failure of the guard is not one: what the event is about is not guarded. */
  readonly open?: true;
  /** Seconds, where the event's default is not the agent's. */
  readonly timeout?: number;
}

/** What an agent makes of the answers of its hooks. Data, for the hosts, for their documents and for checks of policies. */
export interface HostCapabilities {
  /** By the agent's own names of events. An event that is not here is not documented. */
  readonly events: Readonly<Record<string, EventCapability>>;
  /** After how long the agent stops waiting unless its settings say otherwise, and in which unit they say it; `null`: never. */
  readonly timeout: { readonly seconds: number; readonly unit: "s" | "ms" } | null;
  /** What happens to the call after that time. */
  readonly afterTimeout: "runs" | "denied" | "waits";
  /** How a failure of the guard is said so that the call does not happen: the exit code, and where the words are. */
  readonly failure: { readonly exitCode: 0 | 2; readonly stream: "stdout" | "stderr" };
}

/** An event that is told and cannot be answered. */
export const TOLD: EventCapability = Object.freeze({
  deny: "ignored",
  ask: "ignored",
  allow: "powerless",
  rewrite: "ignored",
  warn: false,
  context: false,
  stop: false,
});

/** An event that is told, and whose answer can have a message to the user. */
export const SHOWN: EventCapability = Object.freeze({ ...TOLD, warn: true });
