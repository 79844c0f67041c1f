import type { Expr } from "@gatehouse-hooks/condition/compile";
import type { JsonObject, Issue } from "@gatehouse-hooks/json";

/** The longest id, event name, path and the like, in UTF-16 code units. */
export const MAX_NAME = 500;
/** The longest reason, prompt or command, in UTF-16 code units. */
export const MAX_TEXT = 262_144;
/** The most events that one policy waits for. */
export const MAX_EVENTS = 100;

/** Whose policy it is. `enforced` (the organisation) runs first and cannot be loosened by the others. */
export type Tier = "enforced" | "user" | "project";

/** What a failure of the policy's handler or condition means. */
export type OnFailure = "deny" | "ask" | "warn" | "ignore";

/** How long a judge's verdict may be reused (cache SPEC, "Scopes"). */
export type CacheScope = "none" | "session" | "global";

/** A condition as stored in a policy: its text for people, its AST for the engine. */
export interface Condition {
  readonly text: string;
  /** `null` when the text did not parse: the policy then applies always, and the trace says so. */
  readonly ast: Expr | null;
}

/** The tests of a policy; an AST that is absent or null holds always. A policy is its own tests. */
export interface Tests {
  readonly matcher?: Pick<Condition, "ast">;
  readonly condition?: Pick<Condition, "ast">;
}

/** Answers at once, without asking a handler. */
export interface StaticHandler {
  readonly kind: "static";
  readonly verdict: "approve" | "warn" | "ask" | "deny" | "allow";
  readonly reason: string;
  readonly context?: readonly string[];
  readonly systemMessages?: readonly string[];
  /** Keys to set on the event's input. */
  readonly updatedInput?: JsonObject;
}

/** Asks an LLM. */
export interface JudgeHandler {
  readonly kind: "judge";
  /** The policy's body; `{{context}}` and `{{dotted.paths}}` are filled with event data. */
  readonly prompt: string;
  /** `provider/model`; absent: the judge's default. */
  readonly model?: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly cache: CacheScope;
  /** The paths of the event that the judge may see; absent: the whole event. */
  readonly uses?: readonly string[];
  /**
   * The paths are those of the prompt's placeholders, not a limit of the author's: of an event that has nothing under any of
   * them, the judge sees all.
   */
  readonly usesFrom?: "prompt";
  /** What the judge may answer; absent: all of them. Another answer is a failure. */
  readonly decisions?: readonly ("approve" | "warn" | "ask" | "deny")[];
  /** The name of the language of `prompt` where it is not ours. A judge that was not given the language fails. */
  readonly template?: string;
  /** The reply that the format expects; an empty text: any reply, which becomes context. */
  readonly schema?: string;
}

/** Runs a process. */
export interface CommandHandler {
  readonly kind: "command";
  /** Shell text. Event data never becomes part of it: it travels on stdin and in the environment. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly workingDir?: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** False when the format gives the command no way to change the input. */
  readonly mayRewrite?: boolean;
  /** Output that the format does not know is a failure. Read by what interprets the output. */
  readonly strictOutput?: boolean;
  /**
   * Whose variables the command gets, and whose words its output and exit code are, by a name that whoever runs it knows.
   * Absent: Gatehouse's own, which are strict.
   */
  readonly contract?: string;
  /** The user is asked before it runs; declined or unanswered, it does not run. */
  readonly prompt?: boolean;
  /** It starts when those before it have ended, also where it runs in any case. */
  readonly inOrder?: boolean;
}

/** Runs a function that comes with the runtime. */
export interface BuiltinHandler {
  readonly kind: "builtin";
  readonly name: string;
  readonly args?: readonly string[];
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly mayRewrite?: boolean;
}

/** Runs a function of the embedder, found by name in the runtime's handlers. */
export interface FunctionHandler {
  readonly kind: "function";
  readonly name: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly mayRewrite?: boolean;
}

/** What gives a policy's verdict. */
export type Handler = StaticHandler | JudgeHandler | CommandHandler | BuiltinHandler | FunctionHandler;

/** Where a policy was written. */
export interface PolicySource {
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
  /** The format of the file, for example `mayros`. */
  readonly format?: string;
  /** The pack of the program that the file put in force, and the policy is of. */
  readonly pack?: string;
}

/** One rule: which events, a matcher, a condition, a handler, a priority, a tier. Plain JSON. */
export interface Policy {
  /** Unique within its tier. */
  readonly id: string;
  readonly tier: Tier;
  readonly enabled: boolean;
  readonly events: readonly string[];
  readonly handler: Handler;
  /** Higher runs earlier, within a tier rank (SPEC, "Order"). A safe integer. */
  readonly priority: number;
  /** Position given by the source format, ascending; breaks ties of priority. */
  readonly order: number;
  readonly description?: string;
  /** What the format calls a matcher (which tools), as a condition over the event. */
  readonly matcher?: Condition;
  readonly condition?: Condition;
  /** Absent: `deny` for events that gate an action, `warn` for the rest. */
  readonly onFailure?: OnFailure;
  /** Tried silently: it does not act (SPEC, "Compile"). */
  readonly observe?: boolean;
  /** The format says that every hook of the event runs: asked even after a deny; cannot loosen it. */
  readonly alwaysRuns?: boolean;
  readonly source?: PolicySource;
}

/** A policy as people and formats write it: what has a default may be left out. */
export type PolicyDefinition = Pick<Policy, "id" | "events" | "handler"> &
  Partial<Omit<Policy, "id" | "events" | "handler">>;

/** Where a policy was written, for an issue about it. */
export function located({ source }: Policy): Pick<Issue, "path" | "line"> {
  if (source === undefined) return {};
  return { path: source.path, ...(source.line === undefined ? {} : { line: source.line }) };
}
