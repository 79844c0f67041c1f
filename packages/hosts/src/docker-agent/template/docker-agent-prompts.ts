import type { Answer, Event } from "@gatehouse-hooks/engine";
import { type JsonObject, parseJson, quote as plainQuote } from "@gatehouse-hooks/json";
import { decisionSchema, MAX_REPLY, parseDecision, type ToolDecision } from "./parse-decision.js";
import { parseTemplate } from "./parse-template.js";
import { renderTemplate } from "./render-template.js";
import { canBlock, contractOf, DOCKER_AGENT_EVENTS } from "../contract.js";

/** Why a prompt cannot be sent, or a reply is not understood. */
export interface HookPromptProblem {
  readonly ok: false;
  readonly problem: string;
}

/** A model hook's prompt, ready for any event. */
export interface HookPrompt {
  readonly ok: true;
  /**
   * The template filled with an event.
   *
   * @param frame how strings of the event are shown, and the sentence for the system text that says so
   */
  readonly request: (
    event: Event,
    frame: { readonly show: (value: string) => string; readonly rule: string },
  ) =>
    | { readonly ok: true; readonly system: string; readonly prompt: string; readonly schema: JsonObject }
    | HookPromptProblem;
  /** The reply as a decision (schema `pre_tool_use_decision`), or as context (no schema). */
  readonly read: (
    reply: string,
    event: Event,
    quote: (text: string, longest: number) => string,
  ) => { readonly ok: true; readonly answer: Answer; readonly approves: boolean } | HookPromptProblem;
}

/** What a judge needs to answer docker-agent's model hooks. */
export interface HookPrompts {
  readonly compile: (hook: {
    readonly prompt: string;
    readonly schema?: string;
  }) => HookPrompt | HookPromptProblem;
  /** Whether the user can be asked at the event. */
  readonly asks: (event: string) => boolean;
}

const contextSchema: JsonObject = {
  type: "object",
  properties: { context: { type: "string" } },
  required: ["context"],
  additionalProperties: false,
};

const decisionContract = [
  "You judge one action of an autonomous agent by the rules in the user's message.",
  'Reply with exactly one JSON object and nothing else: {"decision": "allow" | "ask" | "deny", "reason": "one sentence"}.',
  'Where the rules and the data do not settle it, decide "ask".',
].join("\n");

const contextContract = [
  "You advise an autonomous agent, as the user's message asks.",
  "Your reply is shown to the agent as it is: reply with the advice alone.",
].join("\n");

/**
 * docker-agent's model hooks as a prompt language (SPEC, "Model hooks"): what `withPromptLanguages` of the judge takes under the
 * name `docker-agent`.
 */
export const dockerAgentPrompts: HookPrompts = {
  compile: ({ prompt, schema = "" }) => {
    if (schema !== "" && schema !== "pre_tool_use_decision") {
      const problem = `there is no schema ${plainQuote(schema)}: expected pre_tool_use_decision`;
      return { ok: false, problem };
    }
    const parsed = parseTemplate(prompt);
    if (!parsed.ok) return parsed;
    const decides = schema !== "";
    return {
      ok: true,
      request: (event, { show, rule }) => {
        const rendered = renderTemplate(parsed.nodes, event, show);
        if (!rendered.ok) return rendered;
        return {
          ok: true,
          system: `${decides ? decisionContract : contextContract}\n${rule}`,
          prompt: rendered.text,
          schema: decides ? decisionSchema : contextSchema,
        };
      },
      read: (reply, event, quote) =>
        decides ? decisionOf(reply, event, quote) : { ok: true, answer: contextOf(reply), approves: false },
    };
  },
  asks: (event) => decisionPower(event).ask,
};

function decisionOf(
  reply: string,
  event: Event,
  quote: (text: string, longest: number) => string,
): ReturnType<HookPrompt["read"]> {
  const parsed = parseDecision(reply, quote);
  if (!parsed.ok) return parsed;
  const { decision, reason } = parsed;
  const power = decisionPower(event.event);
  // A matcher cannot tell what it matched when a call has no name: such a call is never allowed.
  const counts = power[decision] && (decision !== "allow" || typeof event["tool_name"] === "string");
  const systemMessages = [`🤖 model judge: ${decision} — ${reason}`];
  return {
    ok: true,
    answer: { kind: counts ? decision : "approve", reason, systemMessages },
    approves: decision === "allow",
  };
}

/** The reply as context: its text, or the `context` of the object that a provider with enforced schemas sends. */
function contextOf(reply: string): Answer {
  const text = reply.slice(0, MAX_REPLY).trim();
  const { value } = text.startsWith("{") ? parseJson(text) : { value: undefined };
  const inner =
    typeof value === "object" && value !== null && "context" in value && Object.keys(value).length === 1
      ? value["context"]
      : undefined;
  const context = typeof inner === "string" ? inner.trim() : text;
  return { kind: "approve", reason: "", ...(context === "" ? {} : { context: [context] }) };
}

/**
 * Which decisions of a model hook count at an event: the same as of a command's. A deny stops whatever can be stopped, an
 * event that is not known included; the answer of a guard never skips a prompt, and an ask at a prompt outweighs an allow.
 */
function decisionPower(event: string): Readonly<Record<ToolDecision, boolean>> {
  const { decision } = contractOf(event);
  return {
    deny: canBlock(event) || !DOCKER_AGENT_EVENTS.includes(event),
    ask: decision !== undefined,
    allow: decision === "tool" || decision === "prompt",
  };
}

/** The languages of prompts in agents' files, by the name that policies give theirs: what `withPromptLanguages` of the judge takes. */
export const PROMPT_LANGUAGES: Readonly<Record<string, HookPrompts>> = { "docker-agent": dockerAgentPrompts };
