import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import { fitLines, printable } from "@gatehouse-hooks/console/print";
import type { Terminal } from "@gatehouse-hooks/console";
import type { RuleEffect } from "./proven-rule.js";
import type { DraftCall, NoDraft, RuleDraft } from "./rule-draft.js";
import { STOP_KINDS, type StopKind } from "./stop-kinds.table.js";

/** What is known of a new policy. */
export interface RuleParts {
  readonly stop: StopKind | undefined;
  readonly of: string | undefined;
  readonly effect: RuleEffect | undefined;
  readonly reason: string | undefined;
}

/** A person at a terminal, and how wide it is. */
interface Person {
  readonly terminal: Terminal;
  readonly columns: number | undefined;
}

/** All of it. */
export interface WholeRule {
  readonly draft: RuleDraft;
  readonly effect: RuleEffect;
  readonly reason: string;
}

/** What a new policy can answer. */
export const RULE_EFFECTS: readonly RuleEffect[] = ["deny", "ask", "warn"];
/** Wrong answers to one question. */
const MAX_TRIES = 5;

/**
 * Asks a person for what is missing: what to stop, which, and how to answer it. What a text matches is shown before the next question.
 *
 * @returns undefined where there was no answer
 */
export async function askedRule(person: Person, given: RuleParts): Promise<WholeRule | undefined> {
  const menu = STOP_KINDS.map(({ title }, index) => `  ${index + 1}  ${title}\n`).join("");
  const stop =
    given.stop ?? (await ask(person, `What should be stopped?\n${menu}number or name: `, chosenKind));
  if (stop === undefined) return undefined;
  const draft = await ask(person, `${stop.asks}: `, stop.draft, given.of);
  if (draft === undefined) return undefined;
  tell(person, matchLines(draft));
  const effect =
    given.effect ?? (await ask(person, "deny, ask or warn (default: deny): ", chosenEffect))?.effect;
  if (effect === undefined) return undefined;
  const reason =
    given.reason ?? (await ask(person, "the reason, which the agent reads: ", chosenReason))?.reason;
  return reason === undefined ? undefined : { draft, effect, reason };
}

/** Asks until an answer can be used; `first` is one that was given before. */
async function ask<T extends object>(
  person: Person,
  question: string,
  read: (answer: string) => T | NoDraft,
  first?: string,
): Promise<T | undefined> {
  let answer = first;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    answer ??= await person.terminal.ask(question, AbortSignal.timeout(QUESTION_TIMEOUT_MS));
    if (answer === undefined) return undefined;
    const found = read(answer.trim());
    if (!isRefused(found)) return found;
    tell(person, [`${printable(found.message)}; ${found.cure}`]);
    answer = undefined;
  }
  return undefined;
}

function tell({ terminal, columns }: Person, lines: readonly string[]): void {
  terminal.tell((columns === undefined ? lines : fitLines(lines, { columns })).join("\n"));
}

function isRefused(found: object): found is NoDraft {
  return "kind" in found && found.kind === "refused";
}

function chosenKind(answer: string): StopKind | NoDraft {
  const found = STOP_KINDS.find(({ name }, index) => answer === name || answer === String(index + 1));
  return found ?? refused(answer, `write a number from 1 to ${STOP_KINDS.length}`);
}

function chosenEffect(answer: string): { readonly effect: RuleEffect } | NoDraft {
  const effect = answer === "" ? "deny" : RULE_EFFECTS.find((one) => one === answer);
  return effect === undefined ? refused(answer, "write deny, ask or warn") : { effect };
}

function chosenReason(answer: string): { readonly reason: string } | NoDraft {
  return answer === ""
    ? refused(answer, "say what the agent should do instead, or why not")
    : { reason: answer };
}

function refused(answer: string, cure: string): NoDraft {
  return {
    kind: "refused",
    message: answer === "" ? "an answer is needed" : `\`${answer}\` is not an answer`,
    cure,
  };
}

/** What a draft looks at, before it is written. */
function matchLines({ when, tools, stops, passes }: RuleDraft): readonly string[] {
  return [
    ...(tools === undefined ? [] : [`  tools        ${printable(tools)}`]),
    ...(when === undefined ? [] : [`  when         ${printable(when)}`]),
    ...stops.map((call) => `  stops        ${callText(call)}`),
    ...passes.map((call) => `  lets pass    ${callText(call)}`),
  ];
}

function callText({ toolName, params }: DraftCall): string {
  const { command } = params;
  return printable(typeof command === "string" ? command : `${toolName} ${JSON.stringify(params)}`);
}
