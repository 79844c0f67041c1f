import type { Need, Verdict } from "@gatehouse-hooks/engine";

/** A need of one kind of handler. */
export type NeedFor<Kind extends Need["handler"]["kind"]> = Need & {
  readonly handler: Extract<Need["handler"], { readonly kind: Kind }>;
};

/** A policy's question that a command answers. */
export type CommandNeed = NeedFor<"command">;

/** A policy's question that a builtin answers. */
export type BuiltinNeed = NeedFor<"builtin">;

/** What the caller says in addition to the need. */
export interface CallContext {
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal;
}

/** Answers needs of commands; fits the runtime's `handlers.command`. */
export type AnswerCommand = (need: CommandNeed, context: CallContext) => Promise<Verdict>;

/** Answers needs of one builtin; fits an entry of the runtime's `handlers.builtin`. */
export type AnswerBuiltin = (need: BuiltinNeed, context: CallContext) => Promise<Verdict>;
