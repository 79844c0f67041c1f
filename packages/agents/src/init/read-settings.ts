import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Wiring } from "@gatehouse-hooks/local/agents";

/** What is wrong with a settings file, and where. */
export interface SettingsProblem {
  readonly message: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly cure: string;
}

/** A settings file as a tree; `root` is undefined where the file is empty. */
type ReadSettings =
  | { readonly root: Node | undefined; readonly problem?: undefined }
  | { readonly problem: SettingsProblem };

/** The largest settings file that is read, in bytes. */
export const MAX_SETTINGS_BYTES = 4_194_304;

/** Reads a settings file as its agent would: with comments only where the agent has them. */
export function readSettings(
  text: string,
  { comments, title }: Pick<Wiring, "comments" | "title">,
): ReadSettings {
  if (text.trim() === "") return { root: undefined };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: !comments, allowTrailingComma: comments });
  const [error] = errors;
  if (error !== undefined) {
    const what = printParseErrorCode(error.error)
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase();
    return {
      problem: {
        message: `the file is not ${comments ? "JSON with comments" : "JSON"}: ${what}`,
        ...placeOf(text, error.offset),
        cure: `correct it: ${title} ignores a settings file that it cannot read, and every hook in it`,
      },
    };
  }
  if (root?.type !== "object") return refuse(text, root, "the file is not an object", "write `{ … }`");
  return duplicateKey(text, root) ?? { root };
}

/** Of two equal keys an agent takes the last one, and an editor finds the first: neither is changed. */
function duplicateKey(text: string, root: Node): ReadSettings | undefined {
  for (const object of [root, propertyOf(root, "hooks")]) {
    if (object?.type !== "object") continue;
    const seen = new Set<unknown>();
    for (const { children = [] } of object.children ?? []) {
      const [key] = children;
      if (seen.has(key?.value))
        return refuse(text, key, `the key \`${String(key?.value)}\` is there twice`, "make one of the two");
      seen.add(key?.value);
    }
  }
  return undefined;
}

/** The value of an object's own property. */
export function propertyOf(object: Node | undefined, name: string): Node | undefined {
  if (object?.type !== "object") return undefined;
  return object.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1];
}

/** The elements of an array; undefined: it is not one. */
export function elementsOf(array: Node | undefined): readonly Node[] | undefined {
  return array?.type === "array" ? (array.children ?? []) : undefined;
}

/** A string at a property. */
export function stringOf(object: Node | undefined, name: string): string | undefined {
  const value: unknown = propertyOf(object, name)?.value;
  return typeof value === "string" ? value : undefined;
}

/** A problem at a node. */
export function refuse(
  text: string,
  node: Node | undefined,
  message: string,
  cure: string,
): { readonly problem: SettingsProblem } {
  return { problem: { message, ...placeOf(text, node?.offset ?? 0), cure } };
}

/** Line and column of an offset. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
