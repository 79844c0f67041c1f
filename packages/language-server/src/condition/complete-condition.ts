import { VOCABULARY } from "@gatehouse-hooks/hosts";
import type { Completion, TextRange } from "../text-file.js";
import { FACT_TEXTS, PATH_LISTS } from "./facts.table.js";
import { CANONICAL_PARAMETERS, FIELD_TEXTS } from "./field-texts.table.js";
import { METHODS, type MethodText } from "./methods.table.js";
import { fieldsFor, inputFields, parametersFor, type PolicySubject } from "./policy-subject.js";

/** A chain of names before a point: `params.command.`, `facts.writes[0].`, `toolName.lower().`. */
const CHAIN = /((?:[A-Za-z_]\w*|"(?:[^"\\]|\\.)*")(?:\.[A-Za-z_]\w*|\[[^[\]]*\]|\([^()]*\))*)\.$/;
/** The elements of lists of facts that a variable stands for. */
const BINDING = /\bfacts\.(\w+)\s*\.(?:any|all)\(\s*([A-Za-z_]\w*)\s*,/g;
/** The longest part of a condition that is looked at. */
const MAX_BEFORE = 2_000;
const TOOL_FIELD = /\b(?:toolName|tool_name|tool\.name)\s*(?:==|!=|in\s*\[[^\]]*)\s*["']$/;
const EVENT_FIELD = /\bevent\s*(?:==|!=|in\s*\[[^\]]*)\s*["']$/;

/**
 * What can be written in a condition: fields, arguments, facts, methods, names of tools and events in strings.
 *
 * @param before the condition's text before the word
 */
export function completeCondition(
  before: string,
  range: TextRange,
  subject: PolicySubject,
): readonly Completion[] {
  const text = before.slice(-MAX_BEFORE);
  if (TOOL_FIELD.test(text)) return names(VOCABULARY.tools, "tool", range);
  if (EVENT_FIELD.test(text)) return names(VOCABULARY.events, "event", range);
  if (isInString(text)) return [];
  const chain = CHAIN.exec(text)?.[1];
  if (chain === undefined) return text.endsWith(".") ? [] : topLevel(text, range, subject);
  return [...membersOf(chain, text, range, subject), ...methodsOn(chain, text, range)];
}

function topLevel(text: string, range: TextRange, subject: PolicySubject): readonly Completion[] {
  const variables = [...bindings(text).keys()];
  return [
    ...variables.map((name) => field(name, range, "an element of the list")),
    ...[...new Set([...fieldsFor(subject), "facts"])].map((name) => field(name, range)),
    {
      label: "has",
      kind: "method",
      detail: "has(…)",
      text: "The property is there, even if it is null.",
      newText: "has(",
      range,
    },
  ];
}

function membersOf(
  chain: string,
  text: string,
  range: TextRange,
  subject: PolicySubject,
): readonly Completion[] {
  const list = bindings(text).get(chain) ?? /^facts\.(\w+)\[\d+\]$/.exec(chain)?.[1];
  if (list !== undefined) return (FACT_TEXTS[list]?.fields ?? []).map((name) => field(name, range));
  if (chain === "facts")
    return Object.entries(FACT_TEXTS).map(([name, { text: what }]) => ({
      ...field(name, range),
      text: what,
    }));
  if (chain === "tool") return ["kind", "name"].map((name) => field(name, range));
  if (!inputFields(subject).includes(chain)) return [];
  const known = parametersFor(subject);
  return (known.length > 0 ? known : CANONICAL_PARAMETERS).map((name) => field(name, range));
}

function methodsOn(chain: string, text: string, range: TextRange): readonly Completion[] {
  const bound = bindings(text).get(chain) ?? /^facts\.(\w+)\[\d+\]$/.exec(chain)?.[1];
  const listed = /^facts\.(\w+)$/.exec(chain)?.[1];
  const fits = ({ on, name }: MethodText): boolean => {
    if (chain === "facts" || chain === "params" || chain === "tool_input") return name === "size";
    if (bound !== undefined) return on === "paths" && PATH_LISTS.has(bound);
    if (listed !== undefined) return on === "lists" || name === "size";
    return on !== "paths";
  };
  return METHODS.filter(fits).map(({ name, form, text: what }) => ({
    label: name,
    kind: "method",
    detail: form,
    text: what,
    newText: form.endsWith("()") ? form : `${name}(`,
    range,
  }));
}

/** The variables of `any` and `all` over facts, with the list each stands for. */
function bindings(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(BINDING)].map(([, list = "", variable = ""]) => [variable, list]));
}

/** Whether the text ends inside of a string. */
function isInString(text: string): boolean {
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote === "") quote = char === '"' || char === "'" ? char : "";
    else if (char === "\\") at++;
    else if (char === quote) quote = "";
  }
  return quote !== "";
}

function field(name: string, range: TextRange, detail?: string): Completion {
  const text = FIELD_TEXTS[name];
  return {
    label: name,
    kind: "field",
    newText: name,
    range,
    ...(detail !== undefined && { detail }),
    ...(text !== undefined && { text }),
  };
}

function names(
  rows: readonly { readonly name: string }[],
  kind: "tool" | "event",
  range: TextRange,
): readonly Completion[] {
  return [...new Set(rows.map(({ name }) => name))].map((name) => ({
    label: name,
    kind,
    newText: name,
    range,
  }));
}
