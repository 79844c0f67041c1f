import type { LostPolicy, Need, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";

/** The word that starts the process in which the user's hooks run; it is the command's own business. */
export const HOOKS_PROCESS = "hooks-process";

/** What that process is told first. */
export interface LoadHooks {
  readonly kind: "load";
  /** Absolute. */
  readonly files: readonly string[];
  /** The project's folder, absolute: what a model may read. */
  readonly project: string;
  /** The user's home, absolute. */
  readonly home: string;
  /** `provider/model`, for hooks that name none. */
  readonly model: string;
}

/** A question to one hook, and that its answer is not wanted any more. */
export type ToHooks =
  | LoadHooks
  | { readonly kind: "ask"; readonly id: number; readonly name: string; readonly need: Need }
  | { readonly kind: "stop"; readonly id: number };

/** What the process says. */
export type FromHooks =
  | { readonly kind: "loading"; readonly file: string }
  | {
      readonly kind: "loaded";
      readonly policies: readonly PolicyDefinition[];
      readonly lost: readonly LostPolicy[];
    }
  | { readonly kind: "answer"; readonly id: number; readonly verdict: Verdict }
  | { readonly kind: "failed"; readonly id: number; readonly why: string }
  | { readonly kind: "notice"; readonly code: string; readonly message: string };
