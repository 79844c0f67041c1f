import { ownRecord } from "@gatehouse-hooks/json";
import { randomBytes } from "node:crypto";
import { parseJson } from "@gatehouse-hooks/json";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { JudgeHandler, Need, Verdict } from "@gatehouse-hooks/engine";
import { modelCaller } from "../call-model.js";
import { failureVerdict, JudgeFailure } from "../failure.js";
import { hidesAction, withoutBlindApproval } from "../hidden-part.js";
import type { JudgeNeedHandler } from "../judge-handler.js";
import type { JudgeOptions } from "../judge-options.js";
import { quote } from "../quote.js";
import { isEcho } from "../reply/is-echo.js";
import { maxReplyLength } from "../reply/reply-limits.js";
import { withDeadline } from "../robust/deadline.js";
import { powerAt } from "./decides.table.js";
import { decisionSchema, parseDecision } from "./parse-decision.js";
import { parseTemplate } from "./parse-template.js";
import { renderTemplate } from "./render-template.js";
import { fenceRule, valueWriter } from "./show-value.js";
import type { TemplateNode } from "./template-ast.js";

/** Templates kept ready; policies name few. */
const MAX_TEMPLATES = 200;
const contextSchema: JsonObject = {
  type: "object",
  properties: { context: { type: "string" } },
  required: ["context"],
  additionalProperties: false,
};

/**
 * Adds docker-agent's model hooks to a handler of judges: needs whose handler has `template: "docker-agent"` are answered
 * here, the others by `judge`. The template is filled with the event; the reply is a decision (schema
 * `pre_tool_use_decision`) or becomes context (no schema). Whatever goes wrong is a failure, never an approval.
 *
 * @param given - as for `createJudge`; queue, budgets and breakers are this function's own.
 */
export function withModelHooks(judge: JudgeNeedHandler, given: JudgeOptions = {}): JudgeNeedHandler {
  const options = ownRecord(given);
  const now = options.now ?? Date.now;
  const marker = options.marker ?? (() => randomBytes(16).toString("hex"));
  const models = modelCaller(options, now);
  const templates = new Map<string, readonly TemplateNode[]>();

  const nodesOf = (template: string): readonly TemplateNode[] => {
    const known = templates.get(template);
    if (known !== undefined) return known;
    const parsed = parseTemplate(template);
    if (!parsed.ok) throw new JudgeFailure("bad-question", parsed.problem);
    if (templates.size < MAX_TEMPLATES) templates.set(template, parsed.nodes);
    return parsed.nodes;
  };

  const answer = async (
    need: Need,
    handler: JudgeHandler,
    signal: AbortSignal,
    started: number,
  ): Promise<Verdict> => {
    const { schema = "" } = handler;
    if (schema !== "" && schema !== "pre_tool_use_decision") {
      throw new JudgeFailure(
        "bad-question",
        `there is no schema ${quote(schema, 40)}: expected pre_tool_use_decision`,
      );
    }
    const secret = marker();
    const write = valueWriter(secret, options.redact ?? true);
    const rendered = renderTemplate(nodesOf(handler.prompt), need.event, write);
    if (!rendered.ok) throw new JudgeFailure("bad-question", rendered.problem);
    const longest = handler.prompt.length + (options.maxContext ?? 65_536);
    if (rendered.text.length > longest) {
      throw new JudgeFailure("over-budget", `the prompt with its data is longer than ${longest} characters`);
    }
    const model = models.find(handler.model);
    const request = {
      system: `${schema === "" ? contextContract : decisionContract}\n${fenceRule(secret)}`,
      prompt: rendered.text,
      schema: schema === "" ? contextSchema : decisionSchema,
    };
    const session = Object.hasOwn(need.event, "session_id") ? need.event["session_id"] : undefined;
    const terms = { signal, started, timeoutMs: handler.timeoutMs, queued: true };
    const reply = await models.call(
      model,
      request,
      typeof session === "string" ? { ...terms, session } : terms,
    );
    if (reply.finishReason !== undefined && reply.finishReason !== "stop") {
      throw new JudgeFailure("bad-reply", `the model stopped early: ${quote(reply.finishReason, 40)}`);
    }
    const cost = {
      source: "judge",
      ms: Math.max(0, now() - started),
      ...(reply.usage === undefined ? {} : { usage: reply.usage }),
    };
    const verdict = schema === "" ? contextOf(reply.text) : decisionOf(reply.text, need);
    return { ...(options.redact === false ? verdict : heldBack(verdict, need)), ...cost };
  };

  return async (need, { signal }) => {
    const { handler } = need;
    if (handler.kind !== "judge" || handler.template !== "docker-agent") return await judge(need, { signal });
    const started = now();
    try {
      return await withDeadline(handler.timeoutMs, signal, (inner) => answer(need, handler, inner, started));
    } catch (error) {
      if (!(error instanceof JudgeFailure)) throw error;
      return failureVerdict(error.code, error.message, Math.max(0, now() - started));
    }
  };
}

const decisionContract = [
  "You judge one action of an autonomous agent by the rules in the user's message.",
  'Reply with exactly one JSON object and nothing else: {"decision": "allow" | "ask" | "deny", "reason": "one sentence"}.',
  'Where the rules and the data do not settle it, decide "ask".',
].join("\n");

const contextContract = [
  "You advise an autonomous agent, as the user's message asks.",
  "Your reply is shown to the agent as it is: reply with the advice alone.",
].join("\n");

function decisionOf(text: string, need: Need): Verdict {
  const parsed = parseDecision(text);
  if (!parsed.ok) return { kind: "failure", code: "bad-reply", message: parsed.problem };
  const { decision, reason } = parsed;
  if (decision === "allow" && isEcho(text, need.event)) {
    return { kind: "failure", code: "bad-reply", message: "the approval repeats text of the event" };
  }
  const systemMessages = [`🤖 model judge: ${decision} — ${reason}`];
  const { denies, asks, allows } = powerAt(need.event.event);
  // A matcher cannot tell what it matched when a call has no name: such a call is never allowed.
  const counts = { deny: denies, ask: asks, allow: allows && typeof need.event["tool_name"] === "string" };
  return { kind: counts[decision] ? decision : "approve", reason, systemMessages };
}

/** An allow of a call of which a part was hidden asks the user instead, who is asked anyway on a permission request. */
function heldBack(verdict: Verdict, { event }: Need): Verdict {
  if (verdict.kind !== "allow" || !hidesAction(event)) return verdict;
  const asked = withoutBlindApproval(verdict);
  return event.event === "permission_request" ? { ...asked, kind: "approve" } : asked;
}

/** The reply as context: its text, or the `context` of the object that a provider with enforced schemas sends. */
function contextOf(reply: string): Verdict {
  const text = reply.slice(0, maxReplyLength).trim();
  const { value } = text.startsWith("{") ? parseJson(text) : { value: undefined };
  const inner =
    typeof value === "object" && value !== null && "context" in value && Object.keys(value).length === 1
      ? value["context"]
      : undefined;
  const context = typeof inner === "string" ? inner.trim() : text;
  return { kind: "approve", reason: "", ...(context === "" ? {} : { context: [context] }) };
}
