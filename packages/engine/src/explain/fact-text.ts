import { type JsonValue, own, shorten, isList } from "@gatehouse-hooks/json";

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
export function factText(list: string, fact: JsonValue): string {
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
  const key = NAMES.find((name) => textOf(own(fact, name)) !== "");
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
