import type { Decision } from "@gatehouse-hooks/engine";
import type { ToolKind } from "@gatehouse-hooks/hosts";
import { own, ownProperties } from "@gatehouse-hooks/json";
import { refuseUnknownOptions } from "@gatehouse-hooks/runtime/portable";
import type { ApproveOptions } from "../approvals/approve.js";
import type { EventFields, EventOf } from "../events/event-input.js";
import { isToolKind, TOOL_KINDS } from "../events/tool-kinds.js";
import { callEvent, settleCall, type SettleOptions } from "../settle-call.js";
import { decidedFailure, decidedOutput, type ResultForm, runDecided } from "../settle-result.js";
import type { CallDecider } from "../gatehouse.js";
import type { AskedAbout } from "./question-store.js";
import { requireKinds } from "./require-kinds.js";

/** What the calls of an agent's tools are decided with. */
export interface GateToolsOptions<Name extends string = string> {
  /** What each tool does, by its name: policies for kinds of tools apply then. */
  readonly kinds?: Readonly<Partial<Record<Name, ToolKind>>>;
  /** More fields of the event, for example `sessionKey` and `cwd`; of each call where it is a function. */
  readonly event?: EventFields | ((input: object, toolName: string) => EventFields);
  /** How a person's yes is made into an approval: with the `key` of `createGatehouse({ approvals })`, where it has one. */
  readonly approval?: ApproveOptions;
  /**
   * Remembers what a person was asked about, for the AI SDK and the OpenAI Agents SDK, whose messages or state bring the answer. Default: in
   * memory, for this gatehouse; where a conversation goes on in another process, its processes need one that they share.
   */
  readonly asked?: AskedAbout;
}

/** How a set of tools is gated, whatever its framework. */
export interface GateOptions extends GateToolsOptions {
  /** Asks a person, for tools whose framework cannot pause; absent: a call that would have to be asked about does not happen. */
  readonly ask?: SettleOptions["ask"];
  /** The name of the MCP server, for its client and its tools. Default: as the server names itself. */
  readonly server?: string;
}

const OPTIONS: ReadonlySet<string> = new Set<keyof GateToolsOptions>(["kinds", "event", "approval", "asked"]);

/** A call that a model makes. */
export interface ToolGateCall<Input> {
  readonly toolName: string;
  /** As it is given to the tool. */
  readonly input: Input;
  readonly toolCallId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The framework only asks whether it has to wait: the call is decided again before it runs, and is remembered then. */
  readonly isAhead?: boolean | undefined;
}

/** A call that was decided on. */
export interface DecidedCall<Input> {
  /** What was decided on: a copy, which nobody can change. */
  readonly event: EventOf<"before_tool_call">;
  readonly decision: Decision;
  /**
   * The call as it may be made.
   *
   * @param answer what a person has said to this call: yes, no, or nothing
   * @throws ToolDenied (as a rejection) where it must not be made
   */
  admit(answer: boolean | undefined): Promise<AdmittedCall<Input>>;
}

/** A call that may be made. */
export interface AdmittedCall<Input> {
  /** What was decided on, as the decision rewrites it. */
  readonly input: Input;
  /**
   * Runs the tool with it, and gives what the model may read of its result.
   *
   * @param form how the framework has what its model reads
   * @throws ToolDenied (as a rejection) where the result is withheld
   */
  run(tool: (input: Input) => unknown, form?: ResultForm): Promise<unknown>;
  /** What the model may read of an output of the tool; rejects as `run` does. */
  output(output: unknown): Promise<unknown>;
  /** What is to be thrown in place of what the tool has thrown. */
  failure(error: unknown): Promise<unknown>;
}

/** What decides the calls of an agent's tools, whatever the framework. */
export interface ToolGate {
  /** Decides on a call. */
  decide<Input>(call: ToolGateCall<Input>): Promise<DecidedCall<Input>>;
}

/**
 * @param tools the names of the tools, where they are known
 * @throws TypeError for an unknown option, a kind that is not one, or of no tool, and a tool without one under policies over facts
 */
export function toolGate(
  gatehouse: CallDecider,
  given: GateToolsOptions = {},
  tools?: readonly string[],
): ToolGate {
  const { kinds: named = {}, event: more, approval } = ownProperties(given);
  refuseUnknownOptions(given, OPTIONS);
  const kinds = checkedKinds(named, tools);
  const require = requireKinds(
    gatehouse,
    (name) => own(kinds, name),
    (name) => `\`kinds: { ${JSON.stringify(name)}: "shell" }\``,
  );
  require(tools ?? []);
  const eventOf = ({ toolName, input, toolCallId }: ToolGateCall<unknown>): EventOf<"before_tool_call"> => ({
    // An input that is not an object is denied: the event is not one.
    ...callEvent(toolName, input as object, {
      kind: own(kinds, toolName),
      event: typeof more === "function" ? (params): EventFields => more(params, toolName) : more,
    }),
    ...(toolCallId !== undefined && { toolCallId }),
  });
  return {
    decide: async <Input>(call: ToolGateCall<Input>): Promise<DecidedCall<Input>> => {
      // Tools may be known here first, and policies may be others by now.
      require([call.toolName]);
      const event = eventOf(call);
      const { signal } = call;
      const remembers = call.isAhead === true ? "never" : "unless-asked";
      const decision = await gatehouse.decideUnknown(event, { signal, remembers });
      const admit = async (answer: boolean | undefined): Promise<AdmittedCall<Input>> => {
        const ask = answer === undefined ? undefined : (): boolean => answer;
        const input = await settleCall<Input>(gatehouse, event, decision, { ask, approval, signal });
        return {
          input,
          run: async (tool, form) =>
            await runDecided(gatehouse, event, input, () => tool(input), { form, signal }),
          output: async (output) => await decidedOutput(gatehouse, event, input, output, { signal }),
          failure: async (error) => await decidedFailure(gatehouse, event, input, error, { signal }),
        };
      };
      return { event, decision, admit };
    },
  };
}

/** @throws TypeError for a kind that is not one, and for one of no tool, where the tools are known */
export function checkedKinds(
  named: Readonly<Partial<Record<string, ToolKind>>>,
  tools: readonly string[] | undefined,
): Readonly<Record<string, ToolKind | undefined>> {
  const kinds: Readonly<Record<string, ToolKind | undefined>> = ownProperties(named);
  for (const [name, kind] of Object.entries(kinds)) {
    if (tools !== undefined && !tools.includes(name))
      throw new TypeError(
        `\`kinds\` names \`${name}\`, which is not one of the tools; expected one of ${tools.join(", ")}`,
      );
    if (kind !== undefined && !isToolKind(kind))
      throw new TypeError(
        `\`kinds.${name}\` is \`${String(kind)}\`: expected one of ${TOOL_KINDS.join(", ")}`,
      );
  }
  return kinds;
}
