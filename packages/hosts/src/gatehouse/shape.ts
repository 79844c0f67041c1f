import type { JsonObject } from "@gatehouse-hooks/json";
import type { CacheScope, Effect, OnFailure } from "@gatehouse-hooks/engine";
import type { TestAnswer } from "./policy-test.js";
import type { EffectsShape, SetShape } from "./sets/set-shape.js";

/** A policy of the native format as its schema gives it: shorthands written out, defaults filled in. */
export interface PolicyShape extends EffectsShape {
  readonly id: string;
  readonly description?: string | undefined;
  readonly events: readonly string[];
  readonly tools?: readonly string[] | undefined;
  readonly when?: string | undefined;
  readonly deny?: string | undefined;
  readonly ask?: string | undefined;
  readonly allow?: string | undefined;
  readonly warn?: string | undefined;
  readonly judge?: JudgeShape | undefined;
  readonly command?: CommandShape | undefined;
  readonly builtin?: BuiltinShape | undefined;
  readonly function?: FunctionShape | undefined;
  readonly context?: readonly string[] | undefined;
  readonly systemMessages?: readonly string[] | undefined;
  readonly set?: JsonObject | undefined;
  readonly priority: number;
  readonly enabled: boolean;
  readonly observe?: boolean | undefined;
  readonly onFailure?: OnFailure | undefined;
  readonly tests?: readonly unknown[] | undefined;
}

/** Timeouts of all shapes are milliseconds. */
interface JudgeShape {
  readonly prompt: string;
  readonly model?: string | undefined;
  readonly timeout: number;
  readonly cache: CacheScope;
  readonly uses?: readonly string[] | undefined;
}

interface CommandShape {
  readonly run: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly workingDir?: string | undefined;
  readonly timeout: number;
  readonly mayRewrite?: boolean | undefined;
}

interface BuiltinShape {
  readonly name: string;
  readonly args?: readonly string[] | undefined;
  readonly timeout: number;
}

interface FunctionShape {
  readonly name: string;
  readonly timeout: number;
  readonly mayRewrite?: boolean | undefined;
}

/** A test of the native format, its words written out. */
export interface TestShape {
  readonly name?: string | undefined;
  readonly event: JsonObject;
  readonly answers: Readonly<Record<string, TestAnswer>>;
  readonly expect: {
    readonly effect?: Effect | undefined;
    readonly warns?: boolean | undefined;
    readonly applies?: boolean | undefined;
    readonly policy?: string | null | undefined;
    readonly reason?: string | undefined;
    readonly context?: readonly string[] | undefined;
    readonly updatedInput?: JsonObject | undefined;
  };
}

/** A session of the native format. */
export interface SessionShape {
  readonly name?: string | undefined;
  readonly steps: readonly JsonObject[];
}

/** The file around the policies and tests. */
export interface FileShape {
  readonly version: 1;
  readonly description?: string | undefined;
  readonly extends?: readonly unknown[] | undefined;
  readonly sets?: Readonly<Record<string, SetShape>> | undefined;
  readonly memory?: JsonObject | undefined;
  readonly policies: readonly unknown[];
  readonly tests?: readonly unknown[] | undefined;
  readonly sessions?: readonly unknown[] | undefined;
  readonly observe?: boolean | undefined;
  readonly unknown?: "abstain" | "ask" | "deny" | "box" | undefined;
  readonly otherwise?: "ask" | "deny" | undefined;
  readonly ownEvents?: readonly string[] | undefined;
  readonly ownTools?: readonly string[] | undefined;
  readonly $schema?: string | undefined;
}
