import type { Verdict } from "@gatehouse/engine";

import { failureVerdict } from "../failure.js";
import { clipStart } from "./fence-text.js";
import type { HookContext } from "./hook.js";
import { askAbout, modelFor } from "./llm-evaluate.js";
import { abstention } from "./on.js";
import { Prompt } from "./prompt.js";
import { promptCheckVerdict } from "./verdict-types.js";

/** A prompt with values, and what surrounds the model's reason (document 001, "prompt_check"). */
export interface PromptCheckOptions {
  /** Text with `{names}`; `{{` and `}}` are braces. Trusted. */
  readonly template: string;
  /** The values by name. Untrusted: they are sent as data. */
  readonly fmt?: Readonly<Record<string, string>>;
  readonly prefix: string;
  readonly suffix?: string;
  /** Milliseconds. Default: what the hook has, at most 45,000. */
  readonly timeoutMs?: number;
  /** Send what the agent said in the last 50 records. Default true. */
  readonly includeReasoning?: boolean;
  /** A size or `provider/model`. Default `small`. */
  readonly model?: string;
}

const reasoningRecords = 50;
const maxReasoning = 32_768;
const placeholder = /\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]{0,63})\}|[{}]/g;

/**
 * Asks a model and turns its answer into a verdict: `ok` → no objection, `warning` → warn, `block` → deny, with the reason
 * between prefix and suffix. For use inside a handler of `on`.
 *
 * @throws TypeError (as a rejection) for a template with a name that `fmt` does not have, or a single brace.
 */
export async function promptCheck(context: HookContext, options: PromptCheckOptions): Promise<Verdict> {
  const { template, fmt = {}, prefix, suffix = "", includeReasoning = true, timeoutMs = 45_000 } = options;
  const names: string[] = [];
  const text = template.replace(placeholder, (whole, name: string | undefined) => {
    if (whole === "{{" || whole === "}}") return whole.charAt(0);
    if (name === undefined || !Object.hasOwn(fmt, name)) {
      throw new TypeError(
        `the template has \`${whole}\`, which is no name of \`fmt\`; a brace is written twice`,
      );
    }
    if (!names.includes(name)) names.push(name);
    return `the data <${name}>`;
  });
  const said = context.transcript.records
    .slice(-reasoningRecords)
    .filter(({ role }) => role === "assistant")
    .map((record) => record.text)
    .filter((one) => one !== "");
  const evaluation = await askAbout(
    { ...context, timeoutMs: Math.min(timeoutMs, context.timeoutMs) },
    {
      prompt: Prompt().system(text),
      schema: promptCheckVerdict,
      blocks: [
        ...names.map((name) => [name, fmt[name] ?? ""] as const),
        ...(includeReasoning
          ? [["agent_reasoning", clipStart(said.join("\n\n"), maxReasoning)] as const]
          : []),
      ],
      model: modelFor(context, "general", options.model ?? "small"),
      agent: false,
    },
  );
  if (evaluation.kind === "failure") return evaluation;
  if (evaluation.kind === "skipped") return abstention;
  const { value, ms, usage, isEcho } = evaluation;
  const cost = { source: "judge", ms, ...(usage === undefined ? {} : { usage }) };
  if (value.action === "ok") {
    return isEcho
      ? { ...failureVerdict("bad-reply", "the answer repeats text of the event", ms), ...cost }
      : { kind: "approve", reason: "the model has no objection", ...cost };
  }
  return {
    kind: value.action === "block" ? "deny" : "warn",
    reason: `${prefix}: ${value.reason}${suffix}`,
    ...cost,
  };
}
