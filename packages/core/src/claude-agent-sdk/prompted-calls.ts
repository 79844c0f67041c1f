import { own } from "@gatehouse-hooks/json";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import type { Gatehouse } from "../gatehouse.js";
import type { AnsweredPayload } from "./claude-code.js";

/** A call that a hook has decided. */
interface HookedCall {
  /** What the hook was given: it says the session, which a permission prompt does not. */
  readonly payload: object;
  readonly answered: AnsweredPayload;
}

/** Calls on their way: of more, a prompt knows nothing, and they count twice. */
const MOST = 1_000;

/**
 * The calls that hooks and permission prompts of one gatehouse both decide: memory has each once. A call that a policy asks about counts when
 * a person has said yes, or when it has run without a prompt.
 */
export class PromptedCalls {
  readonly #calls = new Map<string, HookedCall>();
  /** Calls that have been asked about, and are not in memory. */
  readonly #uncounted = new Set<HookedCall>();

  /** A hook has decided a call: memory has it unless it is asked about. */
  hooked(payload: object, answered: AnsweredPayload): void {
    const id = own(payload, "tool_use_id");
    if (typeof id !== "string") return;
    const call = { payload, answered };
    this.#calls.set(id, call);
    if (answered.decision.effect === "ask") this.#uncounted.add(call);
    if (this.#calls.size <= MOST) return;
    const [oldest = ""] = this.#calls.keys();
    this.ended(oldest);
  }

  find(id: string): HookedCall | undefined {
    return this.#calls.get(id);
  }

  isCounted(call: HookedCall | undefined): call is HookedCall {
    return call !== undefined && !this.#uncounted.has(call);
  }

  count(call: HookedCall): void {
    this.#uncounted.delete(call);
  }

  /** @returns the payload of a call that has ended, and that memory does not have */
  ended(id: unknown): object | undefined {
    const call = typeof id === "string" ? this.#calls.get(id) : undefined;
    if (call === undefined) return undefined;
    this.#calls.delete(String(id));
    return this.#uncounted.delete(call) ? call.payload : undefined;
  }
}

/** Is it the call that the hook has let through? Its input may be as the hook has rewritten it. */
export function isOfHook({ payload, answered }: HookedCall, toolName: string, input: object): boolean {
  const rewritten = own(own(answered.answer, "hookSpecificOutput"), "updatedInput");
  const decided = rewritten ?? own(payload, "tool_input");
  return own(payload, "tool_name") === toolName && canonicalJson(decided) === canonicalJson(input);
}

const prompted = new WeakMap<Gatehouse, PromptedCalls>();

/** Those of a gatehouse whose permission prompts are decided; undefined: nothing but hooks decides its calls. */
export function promptedCalls(gatehouse: Gatehouse): PromptedCalls | undefined {
  return prompted.get(gatehouse);
}

/** The same, from when the prompts of a gatehouse are decided. */
export function beginPromptedCalls(gatehouse: Gatehouse): PromptedCalls {
  const calls = prompted.get(gatehouse) ?? new PromptedCalls();
  prompted.set(gatehouse, calls);
  return calls;
}
