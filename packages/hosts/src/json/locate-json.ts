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
  const places = new Map<string, JsonPlace>();
  const duplicates: number[] = [];
  const levels: Level[] = [];

  /** Notes that a value begins here and gives its path. */
  function begin(at: number, end = at): readonly (string | number)[] {
    const level = levels.at(-1);
    if (level === undefined) {
      places.set("[]", { key: at, value: at, end });
      return [];
    }
    const path = [...level.path, level.keys === null ? level.index : (level.key?.name ?? "")];
    places.set(JSON.stringify(path), { key: level.key?.at ?? at, value: at, end });
    level.key = null;
    return path;
  }

  /** Notes that the innermost list or object ends here. */
  function end(at: number): void {
    const path = JSON.stringify(levels.pop()?.path ?? []);
    const place = places.get(path);
    if (place !== undefined) places.set(path, { ...place, end: at });
  }

  /** A key, where one is due; else a value. */
  function scalar(level: Level | undefined, at: number, token: string): void {
    if (level === undefined || level.keys === null || level.key !== null) {
      begin(at, at + token.length);
      return;
    }
    const name = keyOf(token);
    if (level.keys.has(name)) duplicates.push(at);
    level.keys.add(name);
    level.key = { name, at };
  }

  for (const { index, groups = {} } of text.matchAll(TOKEN)) {
    const { mark, text: quoted } = groups;
    if (groups["blank"] !== undefined) continue;
    const level = levels.at(-1);
    switch (mark) {
      case "{":
      case "[":
        levels.push({ path: begin(index), keys: mark === "{" ? new Set() : null, index: 0, key: null });
        break;
      case "}":
      case "]":
        end(index + 1);
        break;
      case ",":
        if (level?.keys === null) level.index++;
        break;
      case ":":
        break;
      default:
        scalar(level, index, quoted ?? groups["word"] ?? "");
    }
    if (levels.length > MAX_DEPTH) break;
  }
  return { places, duplicates };
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
