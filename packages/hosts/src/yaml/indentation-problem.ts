import type { YamlProblem } from "./guard-yaml.js";

/** A key on its line, or an item of a list, with the value behind it. */
const KEY = /^(?:"[^"]*"|'[^']*'|[^\s#"'[{][^#]*?):(?:\s+(.*))?$/;
const ITEM = /^-(\s+|$)/;
const BLOCK = /^[|>][-+0-9]*\s*(?:#.*)?$/;

/** What is open while the lines of a block are read. */
interface Open {
  /** The mappings and lists around, the outermost first. */
  readonly levels: { readonly column: number; readonly kind: "list" | "map" }[];
  /** The line before ends with a key or an item without a value: what it holds may be deeper. */
  awaits: boolean;
  /** Column of the key whose text block goes on. */
  block: number | null;
}

/**
 * The first line that is indented as no line above allows, in the block style of YAML. What is inside brackets, and what
 * goes on over several lines, is not checked.
 */
export function indentationProblem(
  lines: readonly { readonly start: number; readonly text: string }[],
): YamlProblem | null {
  const open: Open = { levels: [], awaits: true, block: null };
  for (const { start, text } of lines) {
    const content = text.trim();
    if (content === "" || content.startsWith("#") || content === "---") continue;
    const indent = text.length - text.trimStart().length;
    if (open.block !== null && indent > open.block) continue;
    open.block = null;
    if (/^[[{]/.test(content)) return null;
    const wanted = misfit(open, indent, content);
    if (wanted !== null) {
      return {
        offset: start + indent,
        code: "yaml-syntax",
        message: `the line is indented by ${blanks(indent)}, which does not match any line above`,
        cure: `indent it by ${blanks(wanted)}`,
      };
    }
    if (!enter(open, indent, content)) return null;
  }
  return null;
}

/** The column at which a line should begin; `null` if it does. */
function misfit({ levels, awaits }: Open, indent: number, content: string): number | null {
  const deepest = levels.at(-1);
  const kind = ITEM.test(content) ? "list" : KEY.test(content) ? "map" : null;
  if (deepest === undefined || kind === null) return null;
  if (levels.some((level) => level.column === indent && level.kind === kind)) return null;
  // The list of a key may begin on the column of the key.
  if (awaits && (indent > deepest.column || (kind === "list" && indent === deepest.column))) return null;
  const alike = levels.filter((level) => level.kind === kind);
  return nearest(
    (alike.length > 0 ? alike : levels).map(({ column }) => column),
    indent,
  );
}

function nearest(columns: readonly number[], indent: number): number {
  return columns.reduce((best, one) => (Math.abs(one - indent) <= Math.abs(best - indent) ? one : best));
}

/** Opens what a line opens; false where it begins what is not checked. */
function enter(open: Open, indent: number, content: string): boolean {
  while ((open.levels.at(-1)?.column ?? -1) > indent) open.levels.pop();
  let column = indent;
  let rest = content;
  for (let item = ITEM.exec(rest); item !== null; item = ITEM.exec(rest)) {
    level(open, column, "list");
    column += item[0].length;
    rest = rest.slice(item[0].length);
    if (rest === "") {
      open.awaits = true;
      return true;
    }
  }
  const key = KEY.exec(rest);
  const value = key === null ? rest : (key[1] ?? "");
  if (key !== null) level(open, column, "map");
  open.awaits = key !== null && (value === "" || value.startsWith("#"));
  if (BLOCK.test(value)) open.block = column;
  // Brackets and quotes that go on over several lines.
  return !/^[[{"']/.test(value) || /[\]}"']\s*(?:#.*)?$/.test(value);
}

function level({ levels }: Open, column: number, kind: "list" | "map"): void {
  const top = levels.at(-1);
  if (top?.column === column && top.kind === "list" && kind === "map") levels.pop();
  const last = levels.at(-1);
  if (last?.column !== column || last.kind !== kind) levels.push({ column, kind });
}

function blanks(count: number): string {
  return count === 1 ? "1 blank" : `${count} blanks`;
}
