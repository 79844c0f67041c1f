import type { Answer, Verdict } from "@gatehouse-hooks/engine";

import { failureVerdict } from "@gatehouse-hooks/judge";
import { withoutBlindApproval } from "@gatehouse-hooks/judge";
import { askAbout, type Evaluation, modelFor } from "./ask-about.js";
import { shortenStart } from "./fence-text.js";
import { gatesAction } from "./gating-events.js";
import type { HookContext } from "./hook.js";
import { abstention } from "./on.js";
import { Prompt } from "./prompt.js";
import {
  checkOptions,
  isFlag,
  isModel,
  isPositive,
  isText,
  isWords,
  type OptionChecks,
} from "./read-options.js";
import { type PromptCheckVerdict, promptCheckVerdict } from "./verdict-types.js";

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
  /** Send what the agent said in the last 50 messages of the conversation. Default true. */
  readonly includeReasoning?: boolean;
  /** A size or `provider/model`. Default `small`. */
  readonly model?: string;
}

const checks: OptionChecks<PromptCheckOptions> = {
  template: isWords,
  fmt: (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((one) => typeof one === "string")
      ? undefined
      : "an object of strings",
  prefix: isText,
  suffix: isText,
  timeoutMs: isPositive,
  includeReasoning: isFlag,
  model: isModel,
};

const reasoningTexts = 50;
const maxReasoning = 32_768;
const placeholder = /\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]{0,63})\}|[{}]/g;

/**
 * Asks a model and turns its answer into a verdict: `ok` → no objection, `warning` → warn, `block` → deny, with the reason
 * between prefix and suffix. For use inside a handler of `on`.
 *
 * @throws TypeError (as a rejection) for a template with a name that `fmt` does not have, or a single brace.
 */
export async function promptCheck(context: HookContext, options: PromptCheckOptions): Promise<Verdict> {
  checkPrompt(context, options);
  if (context.isUnheard === true) return abstention;
  const { template, fmt = {}, includeReasoning = true, timeoutMs = 45_000 } = options;
  const { text, names } = namedData(template, fmt);
  const said = context.transcript.records
    .filter((record) => record.text !== "")
    .slice(-reasoningTexts)
    .filter(({ role }) => role === "assistant")
    .map((record) => record.text);
  const evaluation = await askAbout(
    { ...context, timeoutMs: Math.min(timeoutMs, context.timeoutMs) },
    {
      prompt: Prompt().system(text),
      schema: promptCheckVerdict,
      subject: names.map((name) => [name, fmt[name] ?? ""] as const),
      blocks: (hide) =>
        includeReasoning
          ? [["agent_reasoning", shortenStart(said.map(hide.text).join("\n\n"), maxReasoning)]]
          : [],
      model: modelFor(context, "general", options.model ?? "small"),
      agent: false,
    },
  );
  const verdict = verdictOf(context, evaluation, options);
  if (verdict.kind === "failure") context.failed?.(verdict);
  return verdict;
}

/** @throws TypeError in words, whatever was given */
function checkPrompt({ hook, timeoutMs, environment }: HookContext, options: PromptCheckOptions): void {
  const who = `\`promptCheck\` in the hook \`${hook}\``;
  checkOptions(who, options, checks);
  for (const name of ["template", "prefix"] as const)
    if (!Object.hasOwn(options, name)) throw new TypeError(`${who}: it has no \`${name}\``);
  const { timeoutMs: wanted } = options;
  if (wanted === undefined || wanted <= timeoutMs) return;
  environment.onNotice?.({
    code: "timeout-cut",
    hook,
    message: `\`promptCheck\` may take ${wanted} ms, and its hook ${timeoutMs} ms, which counts; cure: give the hook \`timeoutMs: ${wanted}\``,
  });
}

/** The template with the names of its data in place of the data, and which they are. */
function namedData(
  template: string,
  fmt: Readonly<Record<string, string>>,
): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const text = template.replace(placeholder, (whole, name: string | undefined) => {
    if (whole === "{{" || whole === "}}") return whole.charAt(0);
    if (name === undefined || !Object.hasOwn(fmt, name)) {
      throw new TypeError(
        `the template has \`${whole}\`, which is not a name of \`fmt\`; a brace is written twice`,
      );
    }
    if (!names.includes(name)) names.push(name);
    return `the data <${name}>`;
  });
  return { text, names };
}

function verdictOf(
  { event }: HookContext,
  evaluation: Evaluation<PromptCheckVerdict>,
  { prefix, suffix = "" }: PromptCheckOptions,
): Verdict {
  if (evaluation.kind === "failure") return evaluation;
  if (evaluation.kind === "skipped") return abstention;
  const { value, ms, usage, isEcho, isPartlyHidden } = evaluation;
  const cost = { source: "judge", ms, ...(usage === undefined ? {} : { usage }) };
  if (value.action === "ok" && isEcho) {
    return { ...failureVerdict("bad-reply", "the answer repeats text of the event", ms), ...cost };
  }
  const answer: Answer =
    value.action === "ok"
      ? { kind: "approve", reason: "the model has no objection", ...cost }
      : {
          kind: value.action === "block" ? "deny" : "warn",
          reason: `${prefix}: ${value.reason}${suffix}`,
          ...cost,
        };
  return isPartlyHidden && gatesAction([event.event]) ? withoutBlindApproval(answer) : answer;
}
