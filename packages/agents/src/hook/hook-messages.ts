import type { HookModels } from "@gatehouse-hooks/local/own-config";
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
  /** By specialty and size. */
  readonly models: HookModels;
}

/** A span of a decision, as data. Times are in milliseconds since 1970. */
export interface EndedSpan {
  readonly name: string;
  /** A `traceparent`. */
  readonly parent: string | undefined;
  readonly startTime: number;
  readonly endTime: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isError: boolean;
}

/** A question to one hook, and that its answer is not wanted any more. */
export type ToHooks =
  | LoadHooks
  /** Run the inline tests of a file's hooks, and load nothing else. */
  | { readonly kind: "test"; readonly file: string; readonly root: string }
  /** Give spans to the module for tracing; of the last ones, have them sent. */
  | {
      readonly kind: "trace";
      readonly file: string;
      readonly spans: readonly EndedSpan[];
      readonly isLast: boolean;
    }
  | { readonly kind: "ask"; readonly id: number; readonly name: string; readonly need: Need }
  | { readonly kind: "stop"; readonly id: number }
  /** Of these policies the words are in the answer: fires of others reached nobody. */
  | { readonly kind: "said"; readonly policies: readonly string[] };

/** A result of `runInlineTests`, as far as it is told. */
export interface HookTestResult {
  readonly hook: string;
  readonly test: number;
  readonly passed: boolean;
  readonly difference: string;
}

/** What the process says. */
export type FromHooks =
  | { readonly kind: "loading"; readonly file: string }
  | {
      readonly kind: "loaded";
      readonly policies: readonly PolicyDefinition[];
      readonly lost: readonly LostPolicy[];
    }
  | { readonly kind: "tested"; readonly hooks: number; readonly results: readonly HookTestResult[] }
  | { readonly kind: "untested"; readonly why: string }
  /** `why`: the module is broken. */
  | { readonly kind: "traced"; readonly why?: string }
  | { readonly kind: "answer"; readonly id: number; readonly verdict: Verdict }
  | { readonly kind: "failed"; readonly id: number; readonly why: string }
  | { readonly kind: "notice"; readonly code: string; readonly message: string };
