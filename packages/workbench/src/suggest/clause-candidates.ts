import type { Expr } from "@gatehouse-hooks/condition";
import {
  andNode,
  callNode,
  compareNode,
  fieldNode,
  listNode,
  literalNode,
  notNode,
} from "./condition-nodes.js";
import { type FactEvent, textParams } from "./fact-event.js";
import { isOneCommand, partClauses, programClauses, wholeClauses } from "./fact-clauses.js";
import type { ProblemKind } from "@gatehouse-hooks/logs/replay";

/** Ends of words: of a command behind a space, of a path or an address behind a slash. */
const BOUNDARIES: Readonly<Record<string, string>> = { command: " ", query: " ", pattern: " " };

/**
 * What all strings of a parameter begin with, up to the last end of a word, a folder or a host that they share.
 *
 * @param name of the parameter: commands have words, paths and addresses have folders
 * @returns null where they share no whole one
 * @example sharedPrefix("command", ["npm test a", "npm test b"]) // "npm test "
 */
function sharedPrefix(name: string, texts: readonly string[]): string | null {
  const [first = "", ...others] = texts;
  const boundary = Object.hasOwn(BOUNDARIES, name) ? (BOUNDARIES[name] ?? "/") : "/";
  let length = first.length;
  for (const text of others) {
    let at = 0;
    while (at < length && at < text.length && text[at] === first[at]) at++;
    length = at;
  }
  const end = first.slice(0, length).lastIndexOf(boundary) + 1;
  const start = first.slice(0, end);
  // The scheme of an address, and the root of paths, say nothing.
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(start);
  const said = isAddress ? start.slice(start.indexOf("://") + 3) : start;
  return /[^/\s.~]/.test(said) ? start : null;
}

/** The longest string that a clause holds. */
const LONGEST_TEXT = 200;
/** Strings of a list. */
const MOST_TEXTS = 8;
/** Parameters that are looked at. */
const MOST_PARAMS = 20;

/**
 * Conditions that may hold for events and not for others, the first choice first. An exception of a policy is as narrow as it can be,
 * and all that a call does: the same string, what the facts have in common, a prefix, a tool. A policy that is to catch events looks
 * at any part of them, and first at what they do: the same string again is the least likely to come.
 *
 * @param wanted at least one event
 * @param tool of all of them; `null`: none
 */
export function clauseCandidates(
  problem: ProblemKind,
  wanted: readonly FactEvent[],
  tool: string | null,
): readonly Expr[] {
  const columns = sharedParams(wanted);
  const equal = columns.flatMap(({ field, texts }) => equality(field, texts));
  return [
    ...(problem === "hole"
      ? [...partClauses(wanted), ...equal, ...programClauses(wanted)]
      : [...equal, ...wholeClauses(wanted)]),
    ...columns.flatMap(({ name, field, texts }) => prefix(problem, name, field, texts)),
    ...(tool === null ? [] : [compareNode(fieldNode("toolName"), "==", literalNode(tool))]),
    ...columns.flatMap(({ field, texts }) => oneOf(field, texts)),
  ];
}

interface Column {
  readonly name: string;
  readonly field: Expr;
  /** Of each event. */
  readonly texts: readonly string[];
}

/** The parameters that are strings in every event. */
function sharedParams(wanted: readonly FactEvent[]): readonly Column[] {
  const [first, ...others] = wanted.map((event) => new Map(textParams(event)));
  if (first === undefined) return [];
  return [...first]
    .slice(0, MOST_PARAMS)
    .filter(([name]) => others.every((params) => params.has(name)))
    .map(([name, text]) => ({
      name,
      field: fieldNode("params", name),
      texts: [text, ...others.map((params) => params.get(name) ?? "")],
    }));
}

function equality(field: Expr, texts: readonly string[]): Expr[] {
  const [text = ""] = texts;
  const isSame = texts.every((one) => one === text);
  return isSame && isShort(text) ? [compareNode(field, "==", literalNode(text))] : [];
}

function oneOf(field: Expr, texts: readonly string[]): Expr[] {
  const distinct = [...new Set(texts)].toSorted();
  if (distinct.length < 2 || distinct.length > MOST_TEXTS || !distinct.every(isShort)) return [];
  return [compareNode(field, "in", listNode(distinct))];
}

function prefix(problem: ProblemKind, name: string, field: Expr, texts: readonly string[]): Expr[] {
  const start = sharedPrefix(name, texts);
  if (start === null || !isShort(start)) return [];
  const begins = callNode(field, "startsWith", literalNode(start));
  if (problem === "hole") return [begins];
  // What follows the prefix may be another command, or a way out of the folder.
  if (name === "command") return [andNode([begins, ...isOneCommand()])];
  if (!start.includes("/")) return [begins];
  const leaves = callNode(field, "includes", literalNode(".."));
  return [andNode([begins, notNode(leaves)])];
}

function isShort(text: string): boolean {
  return text.trim() !== "" && text.length <= LONGEST_TEXT;
}
