import type { Decision, Event } from "@gatehouse-hooks/engine";
import { type JsonObject, ownRecord } from "@gatehouse-hooks/json";
import { contractOf } from "../contract.js";
import { hookResult, type HookResult } from "../output/hook-result.js";
import type { Permissions } from "../permissions/permission-policies.js";
import { approveToolCall, canceled } from "./approve-tool-call.js";
import { answered, unanswerable } from "./person-answer.js";
import { safetyMode, type SessionPolicies, sessionRules } from "./session-rules.js";
import {
  type ApprovalQuestion,
  fieldsOf,
  type PersonAnswer,
  type SafetyMode,
  type HostToolCall,
  type ToolCallOutcome,
  type ToolTraits,
} from "./tool-call.js";

/** A run of the agent that the user can end. */
export interface RunOptions {
  /** Ends the asking: calls without an outcome are canceled. Hooks that report an end are run all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** What a session needs of its host. */
export interface DockerAgentSessionOptions {
  /** Decides on one event: `decide` of a runtime, or of the engine where all policies are static. */
  readonly decide: (event: Event, options: RunOptions) => Promise<Decision> | Decision;
  /**
   * Puts the policies of the session (its permissions, the modes) beside those of the files, instead of those that it was given
   * before. Called before the first decision and after an answer that changes them; no event is decided before it has ended.
   */
  readonly reload: (session: SessionPolicies) => Promise<unknown> | void;
  /** Asks the user; `null` where there is none, as in a batch job: what only a user could approve is then denied. */
  readonly askPerson:
    | ((question: ApprovalQuestion, options: RunOptions) => Promise<PersonAnswer> | PersonAnswer)
    | null;
  /** What is known about a call. It is asked again about arguments that a hook has written. Default: nothing. */
  readonly traitsOf?: (call: HostToolCall) => ToolTraits;
  /** Fields of every event: `session_id`, `cwd`, `agent_name`. */
  readonly fields?: JsonObject;
  /** What the user allowed and forbade for the session before. */
  readonly permissions?: Permissions;
  /** Also `safer` and `safe-auto`, the earlier names of `balanced`; another word is an error. */
  readonly mode?: SafetyMode | "safer" | "safe-auto" | "" | undefined;
  /** Told what hooks want the user to see. Default: nothing is shown. */
  readonly onMessage?: (message: string) => void;
}

/** A tool's answer. */
export interface ToolAnswer {
  readonly response: string;
  /** The tool failed, or was not run. */
  readonly error: boolean;
}

/** What becomes of a tool's answer. */
export interface ToolAnswerOutcome {
  /** For the model, as hooks have rewritten it. */
  readonly response: string;
  /** For the model, beside it; empty: nothing. */
  readonly context: string;
  /** The run goes on. */
  readonly continues: boolean;
}

/** docker-agent's hooks around one session of an agent (SPEC, "The host program"). */
export interface DockerAgentSession {
  readonly permissions: Permissions;
  readonly mode: SafetyMode | undefined;
  /** Runs the hooks of an event that is not part of a tool call, such as `session_start`. */
  fire(event: string, fields?: JsonObject, options?: RunOptions): Promise<HookResult>;
  /**
   * The approval chain: whether a tool runs, and with which arguments. It reports the decision to the hooks of
   * `on_tool_approval_decision`.
   */
  toolCall(call: HostToolCall, options?: RunOptions): Promise<ToolCallOutcome>;
  /** The hooks after a tool: `tool_response_transform`, then `post_tool_use`. Errors and refusals are answers, too. */
  toolAnswer(call: HostToolCall, answer: ToolAnswer, options?: RunOptions): Promise<ToolAnswerOutcome>;
}

/**
 * A host program around docker-agent's hooks: which events are decided in which order, what a rewrite does to approvals, and what
 * the user's answers mean for later calls. It runs no tool, shows no prompt and does nothing else with the outside: that is what
 * `decide`, `reload` and `askPerson` are for. When one of them rejects, so does the call: then the tool must not run.
 *
 * @example
 * ```ts
 * const session = dockerAgentSession({
 *   decide: (event, options) => runtime.decide(event, options),
 *   reload: ({ policies }) => runtime.reload(compilePolicies([...file.policies, ...policies]).set),
 *   askPerson: null,
 * });
 * const outcome = await session.toolCall({ id: "1", name: "shell", input: { cmd: "ls" } });
 * if (outcome.kind === "run") run(outcome.call);
 * ```
 */
export function dockerAgentSession(given: DockerAgentSessionOptions): DockerAgentSession {
  const { decide, reload, askPerson, traitsOf, fields = {}, ...rest } = ownRecord(given);
  const { permissions = {}, mode, onMessage } = rest;
  const rules = sessionRules({ permissions, mode: safetyMode(mode) }, reload);

  async function decided(event: string, more: JsonObject, { signal }: RunOptions): Promise<Decision> {
    await rules.inForce();
    // What reports an end is asked even after an abort.
    const options = contractOf(event).completes === true || signal === undefined ? {} : { signal };
    const decision = await decide({ ...fields, ...more, event }, options);
    const { systemMessage } = hookResult(decision, { event });
    if (systemMessage !== "") onMessage?.(systemMessage);
    return decision;
  }

  const fire = async (event: string, more: JsonObject = {}, options: RunOptions = {}): Promise<HookResult> =>
    hookResult(await decided(event, more, options), { event });

  const toolCall: DockerAgentSession["toolCall"] = async (wanted, options = {}) => {
    const aborted = (): boolean => options.signal?.aborted === true;
    const outcome = await approveToolCall(wanted, {
      decide: (event, more) => decided(event, more, options),
      traitsOf: (call) => traitsOf?.(call) ?? {},
      mode: () => rules.mode,
      granted: () => rules.permissions.allow ?? [],
      aborted,
      async ask(call, metadata) {
        if (askPerson === null) return unanswerable(call);
        await fire("on_user_input", {}, options);
        const answer = aborted() ? null : await askPerson({ call, metadata }, options);
        if (answer === null || aborted()) return canceled(call);
        rules.remember(answer);
        return answered(call, answer);
      },
    });
    const { call, approval } = outcome;
    await fire("on_tool_approval_decision", { ...fieldsOf(call), ...approval }, options);
    return outcome;
  };

  return {
    get permissions() {
      return rules.permissions;
    },
    get mode() {
      return rules.mode;
    },
    ...{ fire, toolCall },
    toolAnswer: (call, answer, options = {}) => tellAnswer(fire, call, answer, options),
  };
}

type Fire = (event: string, more: JsonObject, options: RunOptions) => Promise<HookResult>;

/** What becomes of a tool's answer: hooks may change it, and add to it. */
async function tellAnswer(
  fire: Fire,
  ...[call, { response, error }, options = {}]: Parameters<DockerAgentSession["toolAnswer"]>
): ReturnType<DockerAgentSession["toolAnswer"]> {
  const answer = { ...fieldsOf(call), tool_response: response, tool_error: error };
  const transform = await fire("tool_response_transform", answer, options);
  const transformed = transform.updatedToolResponse ?? response;
  const after = await fire("post_tool_use", { ...answer, tool_response: transformed }, options);
  return { response: transformed, context: after.additionalContext, continues: after.allowed };
}
