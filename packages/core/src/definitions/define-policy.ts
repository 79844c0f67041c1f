import { checkTypes } from "@gatehouse-hooks/analysis";
import { compilePolicies, type PolicyDefinition } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import { HOSTS, load, nearEvents, type ToolKind, vocabularyOf } from "@gatehouse-hooks/hosts";
import type { HandlerFunction } from "@gatehouse-hooks/runtime/portable";
import type { EventName } from "../events/event-input.js";
import { isToolKind, TOOL_KINDS } from "../events/tool-kinds.js";
import { checkedHandler, type HandlerVerdict } from "./checked-handler.js";
import type { PolicyInput } from "./policy-shape.js";

/** A policy that was checked, and the function that answers for it. */
export interface DefinedPolicy {
  /** Tells it from other sources of policies. */
  readonly kind: "defined-policy";
  /** As the engine takes it. */
  readonly definition: PolicyDefinition;
  /** By the name that the definition gives; absent where no function answers. */
  readonly handler?: HandlerFunction<"function">;
}

/** Where issues of a definition are placed. */
const PLACE = "definition.json";

/**
 * Defines a policy in code: checked at once, with the keys of the native format (hosts SPEC).
 *
 * @typeParam Own names of events of the embedder, which are registered with `kinds`
 * @throws TypeError for anything that is wrong with it, with what was meant
 * @example
 * definePolicy({ id: "no-force-push", events: "before_tool_call", when: 'params.command.includes("--force")', deny: "no force pushes" })
 */
export function definePolicy<
  Own extends string = never,
  const Name extends EventName | Own = EventName | Own,
  const Kind extends ToolKind = never,
  // Without a parameter of its own, a string that an asynchronous function answers is any string.
  const Answered extends HandlerVerdict = HandlerVerdict,
>(policy: PolicyInput<Name, Kind, Answered>): DefinedPolicy {
  const { decide, kind, timeout, ...written } = policy as PolicyInput;
  const kinds = kindsOf(kind);
  const native = {
    ...written,
    ...(kinds.length > 0 && { when: withKinds(kinds, written.when) }),
    ...(decide !== undefined && { function: { name: handlerName(written.id), ...(timeout && { timeout }) } }),
  };
  if (decide !== undefined && typeof decide !== "function")
    throw new TypeError(`policy \`${written.id}\`: \`decide\` is not a function`);
  if (decide === undefined && timeout !== undefined)
    throw new TypeError(
      `policy \`${written.id}\`: \`timeout\` is of \`decide\`, which is not there; a judge and a command have a \`timeout\` of their own`,
    );
  const { policies, issues } = load(textOf(native), {
    path: PLACE,
    format: "gatehouse",
    ownEvents: ownNames(written.events),
  });
  const [definition] = policies;
  const [issue] = [
    ...issues.filter(({ severity, code }) => severity === "error" || DEAD.has(code)),
    ...(definition === undefined ? [] : deadParts(definition)),
  ];
  if (issue !== undefined || definition === undefined)
    throw new TypeError(
      `policy \`${written.id}\`: ${issue?.message ?? "it is not a policy"}${issue?.cure === undefined ? "" : ` (${issue.cure})`}`,
    );
  const { source: _source, ...plain } = definition;
  return Object.freeze({
    kind: "defined-policy",
    definition: plain,
    ...(decide !== undefined && { handler: checkedHandler(decide, kinds) }),
  });
}

/** Warnings about a part of a condition that comes out the same for every event: whoever writes a program hears of it at once. */
const DEAD: ReadonlySet<string> = new Set(["unknown-field", "control-escape"]);

/** Where the types of what a condition reads make a part of it come out the same for every event. */
function deadParts(definition: PolicyDefinition): readonly Pick<Issue, "message" | "cure">[] {
  const { set } = compilePolicies([definition], { vocabulary: vocabularyOf(HOSTS) });
  return checkTypes(set).findings.map(({ message, cure }) => ({ message, cure }));
}

/**
 * Several policies, in their order: of equal priority, the first runs first. What a function knows of its event it knows in
 * `definePolicy` alone: of a list's members only what all events have.
 */
export function definePolicies<const Answered extends readonly HandlerVerdict[]>(
  ...policies: {
    readonly [Index in keyof Answered]: DefinedPolicy | PolicyInput<EventName, ToolKind, Answered[Index]>;
  }
): readonly DefinedPolicy[] {
  return policies.map((policy) => ("definition" in policy ? policy : definePolicy(policy)));
}

function kindsOf(kind: ToolKind | readonly ToolKind[] | undefined): readonly ToolKind[] {
  const kinds = kind === undefined ? [] : typeof kind === "string" ? [kind] : kind;
  for (const one of kinds) {
    if (!isToolKind(one))
      throw new TypeError(
        `unknown kind of tool \`${String(one)}\`; expected one of ${TOOL_KINDS.join(", ")}`,
      );
  }
  return kinds;
}

function withKinds(kinds: readonly ToolKind[], when: string | undefined): string {
  const test = `tool.kind in ${JSON.stringify(kinds)}`;
  return when === undefined ? test : `${test} && (${when})`;
}

function textOf(policy: object): string {
  let text: string | undefined;
  try {
    text = JSON.stringify({ version: 1, policies: [policy] });
  } catch (error) {
    throw new TypeError(`a policy is plain data, but for \`decide\`: ${String(error)}`, { cause: error });
  }
  return text;
}

/** Names that are near none of an agent: whether `kinds` has them is known where the policy is used. */
function ownNames(events: unknown): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(events) ? events : [events];
  return listed.filter(
    (name): name is string =>
      typeof name === "string" && /^[^*,|]+$/.test(name) && nearEvents(name).length === 0,
  );
}

function handlerName(id: unknown): string {
  return `decide ${String(id)}`.slice(0, 200);
}

/** The names of functions that policies call, for those that are defined with `decide`. */
export function handlerNameOf({ handler }: PolicyDefinition): string | undefined {
  return handler.kind === "function" ? handler.name : undefined;
}
