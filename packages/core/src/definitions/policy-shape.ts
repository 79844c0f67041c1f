import type { CacheScope, OnFailure } from "@gatehouse-hooks/engine";
import type { ToolKind } from "@gatehouse-hooks/hosts";
import type { HandlerContext } from "@gatehouse-hooks/runtime/portable";
import type { EventName, KindEvent } from "../events/event-input.js";
import type { HandlerVerdict } from "./checked-handler.js";

/** A question for the judge. */
export interface JudgeQuestion {
  /** What the judge is to decide by; `{{context}}` and dotted paths are filled with event data. */
  readonly prompt: string;
  /** `provider/model`. Default: the judge's. */
  readonly model?: string;
  /** Milliseconds, or a string such as `20s`. Default 15,000. */
  readonly timeout?: number | string;
  /** How long the verdict may be reused. Default `session`. */
  readonly cache?: CacheScope;
  /** The paths of the event that the judge may see. Default: the whole event. */
  readonly uses?: readonly string[];
}

/** A command that gets the event as JSON on standard input. */
export interface CommandCall {
  /** Shell text; event data never becomes part of it. */
  readonly run: string;
  /** Arguments, without a shell. */
  readonly args?: readonly string[];
  /** More variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where it runs. */
  readonly workingDir?: string;
  /** Milliseconds, or a string such as `20s`. Default 30,000. */
  readonly timeout?: number | string;
  /** Whether its output may change the input of the call. */
  readonly mayRewrite?: boolean;
}

/** What can answer for a policy: exactly one of these, or none where the policy only attaches something. */
export interface PolicyAnswers<
  Name extends string,
  Kind extends ToolKind,
  Answered extends HandlerVerdict = HandlerVerdict,
> {
  /** Why the call is denied. */
  readonly deny: string;
  /** Why a person is asked. */
  readonly ask: string;
  /** Why the call is allowed without asking the user. */
  readonly allow: string;
  /** What the user and the model are told; the call goes on. */
  readonly warn: string;
  /** A question for the judge, or its prompt alone. */
  readonly judge: string | JudgeQuestion;
  /** A command that answers. */
  readonly command: string | CommandCall;
  /** The name of a builtin of `handlers.builtin`. */
  readonly builtin: string | { readonly name: string; readonly args?: readonly string[] };
  /** The name of a function among `handlers.function`. */
  readonly function: string | { readonly name: string; readonly timeout?: number | string };
  /**
   * Answers itself. To throw, to take longer than `timeout`, or to answer anything but a verdict is a failure of the policy,
   * never an approval.
   */
  readonly decide: (event: KindEvent<Name, Kind>, context: HandlerContext) => Answered | Promise<Answered>;
}

/** One of these members, and none of the others. */
export type OnlyOneOf<All> = {
  [Key in keyof All]: Pick<All, Key> & { readonly [Other in Exclude<keyof All, Key>]?: never };
}[keyof All];

/** None of these members. */
export type NoneOf<All> = { readonly [Key in keyof All]?: never };

/** What is common to all policies. */
export interface PolicyBase<Name extends string, Kind extends ToolKind> {
  /** Unique within its tier. */
  readonly id: string;
  /** For people. */
  readonly description?: string;
  /** The events that it is about. */
  readonly events: Name | readonly Name[];
  /** Names of tools, and globs of them. */
  readonly tools?: string | readonly string[];
  /** What the tool does, whatever its name: a test of `tool.kind`. */
  readonly kind?: Kind | readonly Kind[];
  /** A condition of the language; checked when the policy is defined. */
  readonly when?: string;
  /** Milliseconds that `decide` may take. Default 30,000. */
  readonly timeout?: number;
  /** Strings that reach the model. */
  readonly context?: string | readonly string[];
  /** Strings that the user is shown. */
  readonly systemMessages?: string | readonly string[];
  /** Keys to set on the event's input. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Higher runs earlier. Default 100. */
  readonly priority?: number;
  /** Default true. */
  readonly enabled?: boolean;
  /** Default: `deny` for events that gate an action, `warn` for the rest. */
  readonly onFailure?: OnFailure;
}

/**
 * A policy as `definePolicy` takes it: the keys of the native format, and `decide` and `kind`.
 *
 * @typeParam Name the events that it is about
 * @typeParam Kind what the tools do
 * @typeParam Answered what `decide` answers
 */
export type PolicyInput<
  Name extends string = EventName,
  Kind extends ToolKind = ToolKind,
  Answered extends HandlerVerdict = HandlerVerdict,
> = PolicyBase<Name, Kind> &
  (OnlyOneOf<PolicyAnswers<Name, Kind, Answered>> | NoneOf<PolicyAnswers<Name, Kind, Answered>>);
