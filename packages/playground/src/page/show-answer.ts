import type { FactSpan } from "@gatehouse-hooks/facts";
import type { ConditionTree } from "../model/condition-tree.js";
import type { FactGroup } from "../model/fact-groups.js";
import type { ShownDecision, ShownPolicy, TrialResult } from "../model/run-trial.js";
import { isSupposed } from "../model/share-link.js";
import type { Supposed } from "../model/trial.js";
import { button, element } from "./element.js";
import type { Parts } from "./parts.js";

/** Conditions of policies that have spoken, and that are open at first. */
const MOST_OPEN = 6;

/** What a reader changes in the answer. */
type Suppose = (key: string, supposed: Supposed) => void;

/** What can be done with an answer. */
export interface AnswerActs {
  readonly suppose: Suppose;
  /** Marks a part of the event's text; null marks none. */
  readonly mark: (place: FactSpan | null) => void;
  /** Goes to it. */
  readonly go: (place: FactSpan) => void;
}

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
  const { effect, policy, reason } = answer;
  return [
    element("strong", { class: `effect ${effect}` }, effect),
    element(
      "span",
      {},
      policy === null ? "no rule applies: the agent decides as usual" : `${policy}: ${reason}`,
    ),
  ];
}

/** Remarks, policies, facts, what the agent reads, and the event that was decided. */
export function answerDetails(
  answer: ShownDecision,
  parts: Parts,
  { suppose, mark, go }: AnswerActs,
): readonly Node[] {
  const { policies, omitted, facts, remarks, spoken, event, updatedInput } = answer;
  const section = (title: string, isOpen: boolean, inside: () => readonly Node[]): HTMLElement =>
    parts.part(title, isOpen, element("summary", {}, title), inside);
  return [
    ...(remarks.length === 0
      ? []
      : [element("ul", { class: "remarks" }, ...remarks.map((one) => element("li", {}, one)))]),
    ...(spoken === undefined ? [] : [section("What the agent reads", true, () => spokenText(spoken))]),
    section("Facts: what the call may do", true, () => factList(facts, mark, go)),
    section("Rules", true, () => policyList(policies, omitted, parts, suppose)),
    section("Canonical event", false, () => [documentText(event)]),
    ...(updatedInput === undefined
      ? []
      : [section("Changed input", true, () => [documentText(updatedInput)])]),
  ];
}

function documentText(text: string): HTMLElement {
  return element("pre", { tabindex: "0" }, text);
}

function spokenText({ stdout, stderr, exitCode }: NonNullable<ShownDecision["spoken"]>): readonly Node[] {
  return [
    ...[stdout, stderr].filter((text) => text !== "").map(documentText),
    ...(exitCode === undefined
      ? []
      : [element("p", {}, `${stdout === "" && stderr === "" ? "Nothing. " : ""}Exit code ${exitCode}.`)]),
  ];
}

function policyList(
  policies: readonly ShownPolicy[],
  omitted: number,
  parts: Parts,
  suppose: Suppose,
): readonly Node[] {
  if (policies.length === 0) return [element("p", {}, "No policy is asked about this event.")];
  // In the order of evaluation, those that spoke first.
  const quiet = policies.filter(({ state }) => state === "not-applicable");
  const spoke = policies.filter(({ state }) => state !== "not-applicable");
  const listOf = (some: readonly ShownPolicy[]): HTMLElement =>
    element(
      "ul",
      { class: "policies" },
      ...some.map((one, at) => policyItem(one, one.state === "applied" && at < MOST_OPEN, parts, suppose)),
    );
  const count = quiet.length + omitted;
  const title = `${count} ${count === 1 ? "rule does" : "rules do"} not apply`;
  const others = (): readonly Node[] => [
    listOf(quiet),
    ...(omitted === 0 ? [] : [element("p", {}, `${omitted} more are not shown.`)]),
  ];
  return [
    ...(spoke.length === 0 ? [] : [listOf(spoke)]),
    ...(count === 0 ? [] : [parts.part("quiet policies", false, element("summary", {}, title), others)]),
  ];
}

function policyItem(policy: ShownPolicy, isOpen: boolean, parts: Parts, suppose: Suppose): HTMLElement {
  const { key, id, state, said, reason, tree, asks } = policy;
  const head = element(
    "summary",
    {},
    element("code", {}, id),
    element("span", { class: `said ${state === "applied" ? said : "quiet"}` }, said),
    ...(reason === "" ? [] : [element("span", { class: "reason" }, reason)]),
  );
  const inside = (): readonly Node[] => [
    ...(asks === undefined ? [] : [supposeChoice(policy, asks, suppose)]),
    tree === null
      ? element("p", {}, "It has no condition: it applies to each event that it lists.")
      : element("ul", { class: "tree" }, treeItem(tree)),
  ];
  return element("li", {}, parts.part(`policy ${key}`, isOpen, head, inside));
}

function supposeChoice(
  { key, id }: ShownPolicy,
  { handler, supposed }: NonNullable<ShownPolicy["asks"]>,
  suppose: Suppose,
): HTMLElement {
  const select = element(
    "select",
    { "aria-label": `supposed answer of ${id}`, "data-key": `suppose ${key}` },
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

function factList(
  facts: readonly FactGroup[],
  mark: AnswerActs["mark"],
  go: AnswerActs["go"],
): readonly Node[] {
  if (facts.length === 0) return [element("p", {}, "Nothing is known to happen.")];
  return [
    element(
      "dl",
      { class: "facts" },
      ...facts.flatMap(({ name, lines, more }) => [
        element("dt", {}, name),
        ...lines.map(({ text, notes, place }, at) =>
          element(
            "dd",
            {},
            place === undefined
              ? element("code", {}, text)
              : factButton(`fact ${name} ${at}`, text, place, mark, go),
            ...(notes.length === 0 ? [] : [element("span", { class: "notes" }, notes.join(", "))]),
          ),
        ),
        ...(more === 0 ? [] : [element("dd", {}, `and ${more} more`)]),
      ]),
    ),
  ];
}

/** A fact that marks its part of the event while the pointer or the keyboard is on it. */
function factButton(
  key: string,
  text: string,
  place: FactSpan,
  mark: AnswerActs["mark"],
  go: AnswerActs["go"],
): HTMLElement {
  const title = "Where this is in the event";
  const made = button(text, () => go(place), { class: "fact", "data-key": key, title });
  for (const event of ["focus", "pointerenter"]) made.addEventListener(event, () => mark(place));
  for (const event of ["blur", "pointerleave"]) made.addEventListener(event, () => mark(null));
  return made;
}
