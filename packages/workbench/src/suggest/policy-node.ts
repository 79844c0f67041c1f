import {
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/** A native policy file as nodes with places. */
interface PolicyNodes {
  readonly text: string;
  /** In block form. */
  readonly policies: YAMLSeq;
}

/** Reads the places of a file; `null`: it is not written as blocks, with a list `policies`. */
export function policyNodes(text: string): PolicyNodes | null {
  const document = parseDocument(text, { keepSourceTokens: true });
  if (document.errors.length > 0) return null;
  const policies: unknown = document.get("policies", true);
  return isSeq(policies) && policies.flow !== true && policies.items.length > 0 ? { text, policies } : null;
}

/** The one policy of this name; `null`: there is none, or it is written in braces. */
export function policyNode({ policies }: PolicyNodes, id: string): YAMLMap | null {
  const found = policies.items.filter((item) => isMap(item) && item.get("id") === id);
  const [node] = found;
  return found.length === 1 && isMap(node) && node.flow !== true ? node : null;
}

/** The pair of a key. */
export function pairOf(map: YAMLMap, key: string): Pair | null {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key) ?? null;
}

/** Where the last character of a node is, without the line ends and comments behind it. */
export function endOf(text: string, node: unknown): number {
  if (isMap(node) && node.flow !== true) {
    const last = node.items.at(-1);
    if (last !== undefined) return endOf(text, last.value ?? last.key);
  }
  if (isSeq(node) && node.flow !== true) {
    const last = node.items.at(-1);
    if (last !== undefined) return endOf(text, last);
  }
  const end = (node as Node | null)?.range?.[1] ?? 0;
  return text.slice(0, end).trimEnd().length;
}

/** Where the line begins that comes after this place. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** How far the line of a place is indented to it: a dash of a list counts as blank. */
export function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf("\n", at - 1) + 1);
}

/** Puts lines in at the beginning of a line. */
export function insertLines(text: string, at: number, lines: string): string {
  const before = text.slice(0, at);
  const lead = before === "" || before.endsWith("\n") ? "" : "\n";
  return `${before}${lead}${lines}${text.slice(at)}`;
}
