import type { ConditionTree } from "../model/condition-tree.js";
import type { FactGroup } from "../model/fact-groups.js";
import type { ShownDecision, ShownPolicy, TrialResult } from "../model/run-trial.js";
import { isSupposed } from "../model/share-link.js";
import type { Supposed } from "../model/trial.js";
import { element } from "./element.js";

/** What a reader changes in the answer. */
export type Suppose = (key: string, supposed: Supposed) => void;

/** The decision in a few words, for the live region. */
export function decisionLine(answer: TrialResult["answer"]): readonly Node[] {
  if (answer.kind === "refused")
    return [
      element("strong", { class: "effect deny" }, "not an event"),
      element(
        "span",
        {},
        [answer.why.message, ...(answer.why.cure === undefined ? [] : [answer.why.cure])].join(": "),
      ),
    ];
  const { effect, policy, reason } = answer.decision;
  return [
    element("strong", { class: `effect ${effect}` }, effect),
    element("span", {}, policy === null ? "no policy has an opinion" : `${policy}: ${reason}`),
  ];
}

/** Notices and warnings, policies, facts, what the agent reads, and the event that was decided. */
export function answerDetails(answer: ShownDecision, suppose: Suppose): readonly Node[] {
  const { decision, policies, omitted, facts, notices, spoken, event } = answer;
  const remarks = [
    ...notices,
    ...decision.warnings.map(({ policy, reason }) => `${policy} warns: ${reason}`),
    ...decision.context.map((text) => `context: ${text}`),
    ...decision.systemMessages.map((text) => `to the user: ${text}`),
  ];
  return [
    ...(remarks.length === 0
      ? []
      : [element("ul", { class: "remarks" }, ...remarks.map((one) => element("li", {}, one)))]),
    section("Policies", true, ...policyList(policies, omitted, suppose)),
    section("Facts", true, ...factList(facts)),
    ...(spoken === undefined ? [] : [section("What the agent reads", true, ...spokenText(spoken))]),
    section("Canonical event", false, jsonText(event)),
    ...(decision.updatedInput === undefined
      ? []
      : [section("Changed input", true, jsonText(decision.updatedInput))]),
  ];
}

function section(title: string, open: boolean, ...inside: readonly Node[]): HTMLElement {
  const made = element("details", open ? { open: "" } : {}, element("summary", {}, title), ...inside);
  return made;
}

function jsonText(value: unknown): HTMLElement {
  return element("pre", { tabindex: "0" }, JSON.stringify(value, null, 2));
}

function spokenText({ stdout, stderr, exitCode }: NonNullable<ShownDecision["spoken"]>): readonly Node[] {
  const shown = stdout === "" ? [] : [element("pre", { tabindex: "0" }, indented(stdout))];
  return [
    ...shown,
    ...(stderr === "" ? [] : [element("pre", { tabindex: "0" }, stderr)]),
    element("p", {}, `${stdout === "" && stderr === "" ? "Nothing. " : ""}Exit code ${exitCode}.`),
  ];
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function policyList(policies: readonly ShownPolicy[], omitted: number, suppose: Suppose): readonly Node[] {
  if (policies.length === 0) return [element("p", {}, "No policy is asked about this event.")];
  // In the order of evaluation, those that spoke first.
  const quiet = policies.filter(({ state }) => state === "not-applicable");
  const shown = [...policies.filter(({ state }) => state !== "not-applicable"), ...quiet];
  const list = element("ul", { class: "policies" }, ...shown.map((one) => policyItem(one, suppose)));
  return omitted === 0 ? [list] : [list, element("p", {}, `${omitted} more do not apply.`)];
}

function policyItem(policy: ShownPolicy, suppose: Suppose): HTMLElement {
  const { id, state, said, reason, tree, asks } = policy;
  const head = element(
    "summary",
    {},
    element("code", {}, id),
    element("span", { class: `said ${state === "applied" ? said : "quiet"}` }, said),
    ...(reason === "" ? [] : [element("span", { class: "reason" }, reason)]),
  );
  const inside = [
    ...(asks === undefined ? [] : [supposeChoice(policy, asks, suppose)]),
    tree === null
      ? element("p", {}, "It has no condition: it applies to each event that it lists.")
      : element("ul", { class: "tree" }, treeItem(tree)),
  ];
  const open = state === "applied" ? { open: "" } : {};
  return element("li", {}, element("details", open, head, ...inside));
}

function supposeChoice(
  { key, id }: ShownPolicy,
  { handler, supposed }: NonNullable<ShownPolicy["asks"]>,
  suppose: Suppose,
): HTMLElement {
  const select = element(
    "select",
    { "aria-label": `supposed answer of ${id}` },
    ...["approve", "deny", "failure"].map((one) =>
      element("option", one === supposed ? { value: one, selected: "" } : { value: one }, one),
    ),
  );
  select.addEventListener("change", () => {
    if (isSupposed(select.value)) suppose(key, select.value);
  });
  return element("label", { class: "suppose" }, `Would ask the ${handler}. Suppose that it says `, select);
}

function treeItem({ kind, text, holds, saw, parts }: ConditionTree): HTMLElement {
  const outcome = holds === null ? "out of budget" : holds ? "true" : "false";
  const title = kind === "test" ? text : WORDS[kind];
  return element(
    "li",
    {},
    element("span", { class: `holds ${outcome}` }, outcome),
    element(kind === "test" ? "code" : "em", {}, title),
    ...saw.map(({ path, value }) => element("span", { class: "saw" }, `${path} is ${value}`)),
    ...(parts.length === 0 ? [] : [element("ul", {}, ...parts.map(treeItem))]),
  );
}

const WORDS = { and: "all of", or: "any of", not: "not" };

function factList(facts: readonly FactGroup[]): readonly Node[] {
  if (facts.length === 0) return [element("p", {}, "Nothing is known to happen.")];
  return [
    element(
      "dl",
      { class: "facts" },
      ...facts.flatMap(({ name, lines, more }) => [
        element("dt", {}, name),
        ...lines.map(({ text, notes }) =>
          element(
            "dd",
            {},
            element("code", {}, text),
            ...(notes.length === 0 ? [] : [element("span", { class: "notes" }, notes.join(", "))]),
          ),
        ),
        ...(more === 0 ? [] : [element("dd", {}, `and ${more} more`)]),
      ]),
    ),
  ];
}
