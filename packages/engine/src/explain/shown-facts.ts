import { compile, type Expr } from "@gatehouse-hooks/condition/compile";
import { type JsonValue, own, type SealedObject, shorten, withMember, isList } from "@gatehouse-hooks/json";
import { FACTS } from "../facts/derive.js";
import { redactedValue } from "./show-value.js";

/** A fact for which a policy applied. */
export interface ShownFact {
  /** The list of facts that it is in: `writes`, `deletes`. */
  readonly list: string;
  /** Its place there, from 0. */
  readonly index: number;
  /** The fact, with what looks like a secret redacted, and shortened. */
  readonly fact: JsonValue;
  /** The same for people. */
  readonly said: string;
}

/** The most facts of one entry. */
const MOST_FACTS = 8;

/**
 * The facts for which conditions hold: of each `facts.….any(…)` that had to hold the first element that did.
 *
 * @param event with its facts; the conditions hold for it
 */
export function shownFacts(asts: readonly Expr[], event: SealedObject): readonly ShownFact[] {
  const found: ShownFact[] = [];
  for (const ast of asts) collect(ast, event, found);
  return found.slice(0, MOST_FACTS);
}

function collect(node: Expr, event: SealedObject, found: ShownFact[]): void {
  switch (node.kind) {
    case "truth":
      return collect(node.operand, event, found);
    case "and":
      for (const operand of node.operands) collect(operand, event, found);
      return;
    case "or": {
      const held = node.operands.find((operand) => compile(operand)(event) === true);
      if (held !== undefined) collect(held, event, found);
      return;
    }
    case "any": {
      const shown = firstThatHeld(node, event);
      if (shown !== undefined) found.push(shown);
      return;
    }
    default:
  }
}

/** The body is a condition of an event whose property of the variable's name is the element. */
function firstThatHeld(
  { object, variable, body }: Extract<Expr, { kind: "any" | "all" }>,
  event: SealedObject,
): ShownFact | undefined {
  if (object.kind !== "member" || object.object.kind !== "name" || object.object.name !== FACTS)
    return undefined;
  const list = String(object.key);
  const elements = own(own(event, FACTS), list);
  if (!isList(elements)) return undefined;
  const holds = compile(body);
  for (const [index, element] of elements.entries()) {
    if (holds(withMember(event, variable, element)) !== true) continue;
    const fact = redactedValue(element);
    return { list, index, fact, said: factText(list, fact) };
  }
  return undefined;
}

/** The longest part of a sentence, in UTF-16 code units. */
const MAX_PART = 80;

/** What a fact is called by: the first of these that it has. */
const NAMES = ["home", "local", "path", "url", "host", "kind", "name", "program", "code", "from"] as const;

/**
 * A fact in words: what, how sure, by which part of the command, through which wrappers, and where in the text. For example
 * `deletes ~/.ssh/** (exact): "rm -rf ~/.ssh" operand 1, via sudo › bash -c, characters 12–31`.
 *
 * @param list the list that it is in
 */
function factText(list: string, fact: JsonValue): string {
  const certainty = textOf(own(fact, "certainty"));
  const from = [textOf(own(fact, "by")), via(own(fact, "via")), place(own(fact, "span"))].filter(
    (part) => part !== "",
  );
  const head = [list, subjectOf(fact), certainty === "" ? "" : `(${certainty})`].filter(
    (part) => part !== "",
  );
  return `${head.join(" ")}${from.length === 0 ? "" : `: ${from.join(", ")}`}`;
}

function subjectOf(fact: JsonValue): string {
  // `~` of a tree may be of one that only contains the home folder.
  const names = own(fact, "home") === "~" ? NAMES.filter((name) => name !== "home") : NAMES;
  const key = names.find((name) => textOf(own(fact, name)) !== "");
  if (key === undefined) return "";
  const text = textOf(own(fact, key));
  const target = key === "kind" ? textOf(own(fact, "target")) : "";
  if (target !== "") return `${text} ${target}`;
  return own(fact, "tree") === true && !text.endsWith("*") ? `${text === "/" ? "" : text}/**` : text;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? shorten(value, MAX_PART) : "";
}

function via(value: unknown): string {
  if (!Array.isArray(value)) return "";
  const names = value.map(textOf).filter((name) => name !== "");
  return names.length === 0 ? "" : `via ${names.join(" › ")}`;
}

function place(value: unknown): string {
  if (!isList(value)) return "";
  const [start, end] = value;
  // Parameters of tools are not text of a command.
  if (typeof start !== "number" || typeof end !== "number" || end <= start) return "";
  return `characters ${start}–${end}`;
}
