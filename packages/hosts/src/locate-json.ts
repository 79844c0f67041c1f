import JSON5 from "json5";

/** The places of the members and items of a JSON or JSON5 text. */
export interface JsonPlaces {
  /** By path (`JSON.stringify` of the keys and indexes that lead there): offsets of the key and of the value. */
  readonly places: ReadonlyMap<string, JsonPlace>;
  /** Offsets of keys that occur a second time in one object. */
  readonly duplicates: readonly number[];
}

export interface JsonPlace {
  readonly key: number;
  readonly value: number;
  /** Behind the value; where it is nested too deep to be followed, its beginning. */
  readonly end: number;
}

const TOKEN =
  /(?<blank>\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)|(?<mark>[{}[\],:])|(?<text>"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|(?<word>[^\s{}[\],:"'/]+|.)/gsy;

interface Level {
  readonly path: readonly (string | number)[];
  /** Keys seen; null in a list. */
  readonly keys: Set<string> | null;
  index: number;
  /** The key whose value is awaited. */
  key: { readonly name: string; readonly at: number } | null;
}

/** What is nested deeper is not located: the paths would grow with the depth. */
const MAX_DEPTH = 64;

/**
 * Finds the places of everything in a JSON or JSON5 text, down to 64 levels.
 *
 * @param text must have been accepted by its parser: the time is then linear
 */
export function locateJson(text: string): JsonPlaces {
  const found = new Locating();
  for (const { index, groups = {} } of text.matchAll(TOKEN)) {
    const { mark, text: quoted } = groups;
    if (groups["blank"] !== undefined) continue;
    if (mark === "{" || mark === "[") found.open(index, mark === "{");
    else if (mark === "}" || mark === "]") found.end(index + 1);
    else if (mark === ",") found.next();
    else if (mark !== ":") found.scalar(index, quoted ?? groups["word"] ?? "");
    if (found.depth > MAX_DEPTH) break;
  }
  return { places: found.places, duplicates: found.duplicates };
}

class Locating {
  readonly places = new Map<string, JsonPlace>();
  readonly duplicates: number[] = [];
  readonly #levels: Level[] = [];

  get depth(): number {
    return this.#levels.length;
  }

  open(at: number, isObject: boolean): void {
    this.#levels.push({ path: this.#begin(at), keys: isObject ? new Set() : null, index: 0, key: null });
  }

  /** Notes that the innermost list or object ends here. */
  end(at: number): void {
    const path = JSON.stringify(this.#levels.pop()?.path ?? []);
    const place = this.places.get(path);
    if (place !== undefined) this.places.set(path, { ...place, end: at });
  }

  next(): void {
    const level = this.#levels.at(-1);
    if (level?.keys === null) level.index++;
  }

  /** A key, where one is due; else a value. */
  scalar(at: number, token: string): void {
    const level = this.#levels.at(-1);
    if (level === undefined || level.keys === null || level.key !== null) {
      this.#begin(at, at + token.length);
      return;
    }
    const name = keyOf(token);
    if (level.keys.has(name)) this.duplicates.push(at);
    level.keys.add(name);
    level.key = { name, at };
  }

  /** Notes that a value begins here and gives its path. */
  #begin(at: number, end = at): readonly (string | number)[] {
    const level = this.#levels.at(-1);
    if (level === undefined) {
      this.places.set("[]", { key: at, value: at, end });
      return [];
    }
    const path = [...level.path, level.keys === null ? level.index : (level.key?.name ?? "")];
    this.places.set(JSON.stringify(path), { key: level.key?.at ?? at, value: at, end });
    level.key = null;
    return path;
  }
}

/** The name that a key token denotes, escapes resolved. */
function keyOf(token: string): string {
  try {
    // JSON5 writes to the console about separators of lines that are not escaped.
    const quiet = token.replaceAll("\u2028", String.raw`\u2028`).replaceAll("\u2029", String.raw`\u2029`);
    return Object.keys(JSON5.parse<object>(`{${quiet}:0}`))[0] ?? "";
  } catch {
    return token;
  }
}
