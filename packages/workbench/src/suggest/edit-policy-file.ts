import { type JsonObject, own, isList } from "@gatehouse-hooks/json";
import { condition, print } from "@gatehouse-hooks/condition";
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  type Scalar,
  stringify,
  type YAMLMap,
} from "yaml";
import { columnOf, endOf, insertLines, nextLine, pairOf, policyNode, policyNodes } from "./policy-node.js";

/** A test as a policy file holds it. */
export interface SuggestedTest {
  readonly event: JsonObject;
  readonly expect: string | JsonObject;
}

/** A policy that a file gets. */
interface SuggestedPolicy {
  readonly id: string;
  readonly events: string;
  readonly tools: string | null;
  readonly when: string | null;
  readonly ask: string;
}

/** A file as it would be, or why it cannot be changed. */
export type EditedFile =
  | { readonly kind: "edited"; readonly text: string }
  | { readonly kind: "refused"; readonly why: string };

/**
 * The policy no longer applies where the clause holds, and has tests more. All that is not about this keeps its bytes.
 *
 * @param clause a condition
 */
export function exceptInFile(
  text: string,
  id: string,
  clause: string,
  tests: readonly SuggestedTest[],
): EditedFile {
  const nodes = policyNodes(text);
  const policy = nodes === null ? null : policyNode(nodes, id);
  if (policy === null) return refused("the policy is not written in lines of its own");
  const tested = withTests(text, policy, tests);
  if (tested === null) return refused("the tests of the policy are not written in lines of their own");
  // The tests come after `when` or the file is read again: its places may have moved.
  const again = policyNodes(tested);
  const moved = again === null ? null : policyNode(again, id);
  if (moved === null) return refused("the file cannot be read again after the change");
  const edited = withException(tested, moved, clause);
  if (edited === null) return refused("the condition is not written as a string");
  const whole = policyNodes(edited);
  const result = whole === null ? null : policyNode(whole, id);
  const when: unknown = result?.get("when");
  return typeof when === "string" && condition(when).condition.ast !== null
    ? { kind: "edited", text: edited }
    : refused("the condition cannot be read after the change");
}

/**
 * A policy of a pack no longer applies where the clause holds, by the `except` of the file's entry in `extends`; the tests are of the file. All
 * that is not about this keeps its bytes.
 */
export function exceptInExtends(
  text: string,
  { pack, id }: { readonly pack: string; readonly id: string },
  clause: string,
  tests: readonly SuggestedTest[],
): EditedFile {
  const why = "`extends` is not written in lines of its own";
  const document = parseDocument(text, { keepSourceTokens: true });
  const list: unknown = document.get("extends", true);
  if (document.errors.length > 0 || !isSeq(list) || list.flow === true) return refused(why);
  const entry = list.items.find((one) => packOf(one) === pack);
  if (!isScalar(entry) && !isMap(entry)) return refused(why);
  const line = `${stringify({ [id]: clause }, { lineWidth: 0 }).trimEnd()}\n`;
  if (isMap(entry)) return withFileTestsOf(inEntry(text, entry, id, line), tests);
  const [start, end] = entry.range ?? [0, 0];
  const lead = " ".repeat(columnOf(text, start));
  const edited = `${text.slice(0, start)}pack: ${pack}\n${lead}except:\n${lead}  ${line.trimEnd()}${text.slice(end)}`;
  return withFileTests(edited, tests);
}

/** An exception more in an entry that is a mapping. */
function inEntry(text: string, entry: YAMLMap, id: string, line: string): EditedFile {
  const exceptions: unknown = entry.get("except", true);
  if (entry.flow === true || (isMap(exceptions) && exceptions.flow === true))
    return refused("the entry of `extends` is not written in lines of its own");
  if (isMap(exceptions) && exceptions.has(id))
    return refused("the policy has an exception already; write both with `||`");
  if (isMap(exceptions)) {
    const indent = " ".repeat(columnOf(text, exceptions.range?.[0] ?? 0));
    return {
      kind: "edited",
      text: insertLines(text, nextLine(text, endOf(text, exceptions)), `${indent}${line}`),
    };
  }
  const lead = " ".repeat(columnOf(text, entry.range?.[0] ?? 0));
  return {
    kind: "edited",
    text: insertLines(text, nextLine(text, endOf(text, entry)), `${lead}except:\n${lead}  ${line}`),
  };
}

function withFileTestsOf(edited: EditedFile, tests: readonly SuggestedTest[]): EditedFile {
  return edited.kind === "edited" ? withFileTests(edited.text, tests) : edited;
}

/** The name of the pack of an entry. */
function packOf(entry: unknown): string | null {
  const named: unknown = isMap(entry) ? entry.get("pack") : isScalar(entry) ? entry.value : null;
  return typeof named === "string" ? named.replace(/^pack\//, "") : null;
}

/** The file with tests of all its policies together. */
function withFileTests(text: string, tests: readonly SuggestedTest[]): EditedFile {
  if (tests.length === 0) return { kind: "edited", text };
  const list: unknown = parseDocument(text, { keepSourceTokens: true }).get("tests", true);
  if (list === undefined) {
    const lines = `${text.endsWith("\n") ? "" : "\n"}\ntests:\n${indented(listText(tests), 2)}`;
    return { kind: "edited", text: text + lines };
  }
  const last = isSeq(list) && list.flow !== true ? list.items.at(-1) : undefined;
  const first = isSeq(list) ? list.items[0] : undefined;
  if (!isMap(last) || !isMap(first))
    return refused("the tests of the file are not written in lines of their own");
  const indent = dashOf(text, first);
  if (indent === null) return refused("the tests of the file are not written in lines of their own");
  return {
    kind: "edited",
    text: insertLines(text, nextLine(text, endOf(text, last)), indented(listText(tests), indent)),
  };
}

/** A file with one policy more, behind the others. */
export function addToFile(
  text: string | null,
  policy: SuggestedPolicy,
  tests: readonly SuggestedTest[],
): EditedFile {
  const { id, events, tools, when, ask } = policy;
  const item = {
    id,
    events,
    ...(tools === null ? {} : { tools }),
    ...(when === null ? {} : { when }),
    ask,
    tests,
  };
  if (text === null)
    return { kind: "edited", text: `version: 1\npolicies:\n${indented(listText([item]), 2)}` };
  const nodes = policyNodes(text);
  const last = nodes?.policies.items.at(-1);
  if (nodes === null || !isMap(last) || last.flow === true)
    return refused("the policies are not written in lines of their own");
  const indent = dashOf(text, last);
  if (indent === null) return refused("the policies are not written in lines of their own");
  const at = nextLine(text, endOf(text, last));
  return { kind: "edited", text: insertLines(text, at, `\n${indented(listText([item]), indent)}`) };
}

function refused(why: string): EditedFile {
  return { kind: "refused", why };
}

/** The column of the dash before an item of a list; `null`: it is on another line. */
function dashOf(text: string, item: YAMLMap): number | null {
  const at = item.range?.[0] ?? 0;
  const column = columnOf(text, at);
  const lead = text.slice(at - column, at);
  const dash = lead.lastIndexOf("-");
  return dash >= 0 && lead.trim() === "-" ? dash : null;
}

function withTests(text: string, policy: YAMLMap, tests: readonly SuggestedTest[]): string | null {
  if (tests.length === 0) return text;
  const pair = pairOf(policy, "tests");
  const column = columnOf(text, policy.range?.[0] ?? 0);
  if (pair === null) {
    const lines = `tests:\n${indented(listText(tests), 2)}`;
    return insertLines(text, nextLine(text, endOf(text, policy)), indented(lines, column));
  }
  const { value } = pair;
  const first = isSeq(value) && value.flow !== true ? value.items[0] : undefined;
  const indent = isMap(first) && first.flow !== true ? dashOf(text, first) : null;
  if (indent === null) return null;
  return insertLines(text, nextLine(text, endOf(text, value)), indented(listText(tests), indent));
}

function withException(text: string, policy: YAMLMap, clause: string): string | null {
  const pair = pairOf(policy, "when");
  if (pair === null) {
    const after = pairOf(policy, "tools") ?? pairOf(policy, "events");
    if (after === null) return null;
    const column = columnOf(text, policy.range?.[0] ?? 0);
    const line = indented(`when: ${scalarText(`!(${clause})`)}\n`, column);
    return insertLines(text, nextLine(text, endOf(text, after.value)), line);
  }
  const { value } = pair;
  if (!isScalar(value) || typeof value.value !== "string" || value.range == null) return null;
  const old = condition(value.value).condition.ast;
  if (old === null || value.anchor !== undefined) return null;
  const isOr = old.kind === "or";
  if (value.type?.startsWith("BLOCK") === true) return withLine(text, value, clause, isOr);
  const [start, end] = value.range;
  const whole = isPlainText(value.value) ? value.value.trim() : print(old);
  const next = `${isOr ? `(${whole})` : whole} && !(${clause})`;
  return `${text.slice(0, start)}${scalarText(next)}${text.slice(end)}`;
}

/** A condition of several lines gets a line. */
function withLine(text: string, { range }: Scalar, clause: string, isOr: boolean): string | null {
  const [start, end] = range ?? [0, 0];
  const header = text.indexOf("\n", start);
  const body = text.slice(header + 1, end);
  const begins = header + 1 + (body.length - body.trimStart().length);
  const ends = endOf(text, { range: [start, end, end] });
  if (header < 0 || begins >= ends) return null;
  const indent = " ".repeat(columnOf(text, begins));
  const old = text.slice(begins, ends);
  return `${text.slice(0, begins)}${isOr ? `(${old})` : old}\n${indent}&& !(${clause})${text.slice(ends)}`;
}

function isPlainText(text: string): boolean {
  return !/[\r\n]/.test(text);
}

/** A string as YAML has it on one line. */
function scalarText(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}

function listText(items: readonly object[]): string {
  const document = new Document(items);
  for (const [index, item] of items.entries()) {
    const tests = own(item, "tests");
    const paths = isList(tests) ? tests.map((_, at) => [index, "tests", at]) : [[index]];
    for (const path of paths)
      for (const key of ["event", "expect"]) {
        const node: unknown = document.getIn([...path, key], true);
        if (isNode(node) && isMap(node)) node.flow = true;
      }
  }
  return document.toString({ lineWidth: 0 });
}

function indented(lines: string, by: number): string {
  const lead = " ".repeat(by);
  return lines.replaceAll(/^(?=.)/gmu, lead);
}
