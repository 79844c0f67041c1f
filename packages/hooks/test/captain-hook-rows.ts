/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- the rows have twenty shapes, and a wrong guess about one fails its row */
// What captain-hook's rows write, as objects of this package, and what they want, as differences.
import type { JsonValue } from "@gatehouse-hooks/json";
import type { Event, Verdict } from "@gatehouse-hooks/engine";
import {
  Agent,
  And,
  Clause,
  Command,
  Content,
  FilePath,
  type HookCondition,
  InPlanMode,
  NlpSignal,
  RanCommand,
  ReadFile,
  readTranscript,
  Signal,
  type ScriptPart,
  Signals,
  TestFile,
  Tool,
  ToolInput,
  type Transcript,
  Waiting,
  WorkflowScript,
} from "@gatehouse-hooks/hooks";
import { expect } from "vitest";

export type Data = Readonly<Record<string, any>>;

/** The row is about something that this package does not have. */
export class NotOffered extends Error {}

/** An expectation that says which of its keys nobody has read. */
export function tracked(expected: Data): {
  readonly expected: Data;
  readonly unread: () => readonly string[];
} {
  const read = new Set<string>();
  return {
    expected: new Proxy(expected, {
      get(target, key) {
        if (typeof key === "string") read.add(key);
        return Reflect.get(target, key) as unknown;
      },
    }),
    unread: () => Object.keys(expected).filter((key) => !read.has(key)),
  };
}

export function signalsOf(like: Data): ReturnType<typeof Signals> {
  const one = ({ pattern, weight, nlp }: Data) =>
    nlp === undefined ? Signal({ pattern, weight }) : NlpSignal(nlp.clauses.map(Clause), weight);
  if (Array.isArray(like)) return Signals(like.map(one));
  const { patterns, vetoes, ...rest } = like;
  return Signals({
    ...(rest as { threshold: number }),
    patterns: patterns.map(one),
    ...(vetoes === undefined ? {} : { vetoes: vetoes.map(one) }),
  });
}

export function transcriptOf({ messages = [], subagents = [] }: Data): Transcript {
  const read = (list: readonly Data[]) =>
    readTranscript(
      list.map((message): JsonValue => {
        if (message["tool_result"] !== undefined)
          return { role: "user", toolResults: [message["tool_result"]] };
        const role = "assistant" in message ? "assistant" : "user";
        const content: unknown = message[role];
        if (typeof content === "string") return { role, text: content };
        return {
          role,
          toolCalls: (content as readonly Data[]).map(({ tool, input, id }) => ({
            name: tool,
            input,
            ...(id && { id }),
          })),
        };
      }),
    ).records;
  return { records: read(messages ?? []), subagents: read(subagents ?? []) };
}

export function eventOf({ name, ...fields }: Data): Event {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { event: name, ...Object.fromEntries<JsonValue>(given) };
}

export function conditionsOf(list: readonly Data[] = []): readonly HookCondition[] {
  return list.map(conditionOf);
}

export function conditionOf(spec: Data): HookCondition {
  const { type, pattern, patterns, field, name, returns } = spec;
  const scope = spec["subagents"] === undefined ? {} : { subagents: spec["subagents"] };
  const files = spec["project_only"] === undefined ? {} : { projectOnly: spec["project_only"] };
  const made: Readonly<Record<string, () => HookCondition>> = {
    Tool: () => Tool(pattern),
    Agent: () => Agent(name),
    FilePath: () => FilePath(patterns, files),
    Command: () => Command(pattern),
    Content: () => Content(pattern, files),
    ToolInput: () => ToolInput(field, pattern),
    TestFile: () => TestFile(files),
    ReadFile: () => ReadFile(patterns, scope),
    RanCommand: () => RanCommand(pattern, scope),
    InPlanMode: () => InPlanMode(),
    Waiting: () => Waiting(),
    WorkflowScript: () => WorkflowScript(spec as ScriptPart),
    Custom: () => And(() => Boolean(returns)),
  };
  const condition = Object.hasOwn(made, type) ? made[type]?.() : undefined;
  if (condition !== undefined) return condition;
  // An object that is no condition at all is given as it is: hooks refuse it.
  if ("value" in spec) return spec["value"];
  throw new NotOffered(`the condition ${type}`);
}

export function verdictOf(result: Data | null): Verdict {
  if (result === null) return { kind: "approve", reason: "" };
  if (result["action"] === "rewrite")
    return { kind: "allow", reason: "", updatedInput: result["updated_input"] };
  return { kind: result["action"] === "block" ? "deny" : "warn", reason: result["message"] };
}

export function same(actual: unknown, expected: unknown): readonly string[] {
  try {
    expect(actual).toEqual(expected);
    return [];
  } catch {
    return [`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
  }
}

export function holds(actual: string, parts: string | readonly string[] | undefined): readonly string[] {
  return [parts ?? []]
    .flat()
    .flatMap((part) => (actual.includes(part) ? [] : [`\`${part}\` is not in \`${actual}\``]));
}

export function containsAt(
  lines: readonly string[],
  wanted: readonly (readonly [number, string])[] = [],
): readonly string[] {
  return wanted.flatMap(([at, part]) => holds(lines[at] ?? "", part));
}

export function text(actual: string, expected: Data): readonly string[] {
  const order: readonly number[] = (expected["order"] ?? []).map((part: string) => actual.indexOf(part));
  const block = expected["block_contains"];
  return [
    ...holds(actual, expected["contains"]),
    ...(expected["not_contains"] ?? []).filter((part: string) => actual.includes(part)),
    ...same(
      order,
      [...order].sort((a, b) => a - b),
    ),
    ...(order.includes(-1) ? ["a part is missing"] : []),
    ...(actual.startsWith(expected["starts_with"] ?? "") ? [] : ["it starts otherwise"]),
    ...(actual.trim().endsWith(expected["ends_with_trimmed"] ?? "") ? [] : ["it ends otherwise"]),
    ...Object.entries<number>(expected["count"] ?? {}).flatMap(([part, count]) =>
      same(actual.split(part).length - 1, count),
    ),
    ...(block === undefined
      ? []
      : holds(
          actual.slice(actual.indexOf(`<${block.tag}>`), actual.lastIndexOf(`</${block.tag}>`)),
          block.values,
        )),
  ];
}
