import type { JsonValue } from "@gatehouse-hooks/json";

/** Reads what Python prints of dicts, lists and plain values, as these tools print their results; undefined for anything else. */
export function readPythonLiteral(text: string): JsonValue | undefined {
  const reader = new Reader(text);
  const value = reader.value();
  return reader.isAtEnd() ? value : undefined;
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };
const WORDS: Readonly<Record<string, JsonValue>> = { True: true, False: false, None: null };
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
const PLAIN = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|True|False|None/y;

class Reader {
  readonly #text: string;
  #at = 0;
  #isWrong = false;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    this.#skip();
    return !this.#isWrong && this.#at === this.#text.length;
  }

  value(): JsonValue {
    this.#skip();
    const start = this.#text.charAt(this.#at);
    const closing = CLOSING[start];
    if (closing !== undefined) return start === "{" ? this.#dict() : this.#list(closing);
    return start === "'" || start === '"' ? this.#string(start) : this.#plain();
  }

  #skip(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  /** Whether a character is next, which is then read. */
  #takes(character: string): boolean {
    this.#skip();
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at++;
    return true;
  }

  #wrong(): null {
    this.#isWrong = true;
    this.#at = this.#text.length;
    return null;
  }

  /** Reads items up to the closing mark. */
  #items(closing: string, item: () => void): void {
    this.#at++;
    while (!this.#takes(closing)) {
      if (this.#isWrong || this.#at >= this.#text.length) return void this.#wrong();
      item();
      if (this.#takes(",")) continue;
      if (!this.#takes(closing)) this.#wrong();
      return;
    }
  }

  #dict(): JsonValue {
    const members: (readonly [string, JsonValue])[] = [];
    this.#items("}", () => {
      const key = this.value();
      if (!this.#takes(":")) this.#wrong();
      members.push([typeof key === "string" ? key : JSON.stringify(key), this.value()]);
    });
    return Object.fromEntries(members);
  }

  #list(closing: string): JsonValue {
    const items: JsonValue[] = [];
    this.#items(closing, () => items.push(this.value()));
    return items;
  }

  #string(quote: string): JsonValue {
    let out = "";
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === quote) {
        this.#at++;
        return out;
      }
      if (character !== "\\") out += character;
      else {
        const escaped = this.#text.charAt(++this.#at);
        out += ESCAPES[escaped] ?? escaped;
      }
    }
    return this.#wrong();
  }

  #plain(): JsonValue {
    PLAIN.lastIndex = this.#at;
    const [found] = PLAIN.exec(this.#text) ?? [];
    if (found === undefined) return this.#wrong();
    this.#at += found.length;
    return WORDS[found] ?? (found === "None" ? null : Number(found));
  }
}
