/** A value of hookify's front matter: it reads a part of YAML, line by line, and no escapes. */
export type HookifyValue = string | boolean | readonly HookifyItem[];
export type HookifyItem = string | Readonly<Record<string, string>>;

/** The front matter of a rule, and the message below it. Offsets of the keys are those of the text. */
export interface FrontMatter {
  readonly keys: ReadonlyMap<string, { readonly value: HookifyValue; readonly offset: number }>;
  readonly message: string;
}

const FENCE = "---";

/**
 * Reads a rule as hookify does: the front matter ends at the next `---` wherever it is, quotes are cut and mean nothing, a
 * key without a value begins a list.
 *
 * @returns null where there is no front matter: hookify leaves the file out
 */
export function readFrontMatter(text: string): FrontMatter | null {
  const end = text.startsWith(FENCE) ? text.indexOf(FENCE, FENCE.length) : -1;
  if (end < 0) return null;
  const keys = new Map<string, { value: HookifyValue; offset: number }>();
  let list: { readonly name: string; readonly items: HookifyItem[] } | null = null;
  let item: Record<string, string> | null = null;
  let offset = FENCE.length;
  for (const line of text.slice(FENCE.length, end).split("\n")) {
    const start = offset;
    offset += line.length + 1;
    const stripped = line.trim();
    const indent = line.length - line.trimStart().length;
    const colon = line.indexOf(":");
    if (/^(?:#|$)/.test(stripped)) continue;
    const isItem = stripped.startsWith("-");
    if (indent === 0 && colon >= 0 && !isItem) {
      const name = line.slice(0, colon).trim();
      const value = line.slice(colon + 1).trim();
      list = value === "" ? { name, items: [] } : null;
      item = null;
      keys.set(name, { value: list?.items ?? scalar(value), offset: start });
    } else if (isItem && list !== null) {
      item = readItem(stripped.slice(1).trim(), list.items);
    } else if (indent > 2 && item !== null && colon >= 0) setPart(item, stripped);
  }
  return { keys, message: text.slice(end + FENCE.length).trim() };
}

/** Reads what is behind a dash. Returns the item that the next lines add to, where they may. */
function readItem(text: string, items: HookifyItem[]): Record<string, string> | null {
  if (!text.includes(":")) {
    items.push(unquoted(text));
    return null;
  }
  const item: Record<string, string> = {};
  items.push(item);
  const isInline = text.includes(",");
  for (const part of isInline ? text.split(",") : [text]) setPart(item, part);
  return isInline ? null : item;
}

function setPart(item: Record<string, string>, part: string): void {
  const colon = part.indexOf(":");
  if (colon < 0) return;
  const key = part.slice(0, colon).trim();
  Object.defineProperty(item, key, {
    value: unquoted(part.slice(colon + 1).trim()),
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function scalar(value: string): string | boolean {
  const text = unquoted(value);
  return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
}

/** Every double quote at the ends, then every single one. */
function unquoted(text: string): string {
  return cut(cut(text, '"'), "'");
}

function cut(text: string, quote: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === quote) start++;
  while (end > start && text[end - 1] === quote) end--;
  return text.slice(start, end);
}
