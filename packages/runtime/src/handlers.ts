import type { Need, Verdict } from "@gatehouse-hooks/engine";

/** The kinds of handlers that are answered outside the engine. */
export type HandlerKind = Need["handler"]["kind"];

/** A need of one kind of handler. */
export type NeedOf<Kind extends HandlerKind> = Need & {
  readonly handler: Extract<Need["handler"], { readonly kind: Kind }>;
};

/** What a handler is told in addition to its need. */
export interface HandlerContext {
  /** Aborts when the answer is no longer wanted: timeout, a deny before it, the caller's abort. */
  readonly signal: AbortSignal;
  /**
   * Stops the policy's `timeoutMs` while a person thinks, for at most `limitMs` milliseconds; the function that it returns
   * starts it anew, in full. Only for waiting that does no work. Absent where a driver does not limit time.
   */
  readonly pauseTimeout?: (limitMs: number) => () => void;
}

/**
 * Gives the verdict of one need. It should stop when the signal aborts. To throw, to reject, to take longer than
 * `need.handler.timeoutMs` or to answer anything but a verdict is a failure of the policy, never an approval.
 */
export type HandlerFunction<Kind extends HandlerKind = HandlerKind> = (
  need: NeedOf<Kind>,
  context: HandlerContext,
) => Promise<Verdict>;

/** Handlers by the name that policies give; own properties only. */
export type NamedHandlers<Kind extends HandlerKind> = Readonly<Record<string, HandlerFunction<Kind>>>;

/** What answers needs, by kind. A kind without a handler is a failure (`judge-unavailable` …), noticed once. */
export interface Handlers {
  readonly judge?: HandlerFunction<"judge">;
  readonly command?: HandlerFunction<"command">;
  /** One function for all, or one for each name. */
  readonly builtin?: HandlerFunction<"builtin"> | NamedHandlers<"builtin">;
  /** One function for all, or one for each name. */
  readonly function?: HandlerFunction<"function"> | NamedHandlers<"function">;
}
