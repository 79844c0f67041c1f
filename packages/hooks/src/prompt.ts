import { dedent } from "./dedent.js";

/** A structured prompt; immutable, each method returns a new one. `String(prompt)` is its text. */
export interface Prompt {
  /** The instruction; the last call counts. */
  system(text: string): Prompt;
  /**
   * Adds `<tag>\ncontent\n</tag>`; without content, nothing. The content is data: in the text, tags of this prompt inside
   * it are escaped; in a question to a model it is redacted and fenced as all data is.
   *
   * @throws TypeError when the tag is not a letter and up to 63 letters, digits, `_` and `-`.
   */
  context(tag: string, content: string | null | undefined): Prompt;
  /** The closing question; the last call counts. */
  ask(text: string): Prompt;
  toString(): string;
}

interface Parts {
  readonly system?: string;
  readonly contexts: readonly (readonly [tag: string, content: string])[];
  readonly ask?: string;
}

const tagName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/**
 * Starts a prompt (document 001, "Prompt builder"). All strings are dedented and stripped; the parts are joined by one
 * empty line.
 *
 * @example
 * ```ts
 * String(Prompt().system("Review.").context("code", "x = 1").ask("Any issues?"));
 * // "Review.\n\n<code>\nx = 1\n</code>\n\nAny issues?"
 * ```
 */
export function Prompt(): Prompt {
  return promptOf({ contexts: [] });
}

const partsOf = new WeakMap<Prompt, Parts>();

/** Untrusted strings by their tag. */
export type Blocks = readonly (readonly [tag: string, text: string])[];

/** What a prompt was given with `context`. */
export function contextsOf(prompt: Prompt): Blocks {
  return readParts(prompt).contexts;
}

/**
 * The text of a prompt, its contexts replaced.
 *
 * @param contexts - fenced: they cannot contain a tag of the prompt.
 */
export function promptWith(prompt: Prompt, contexts: Blocks): string {
  return render({ ...readParts(prompt), contexts });
}

/** Whether it is a prompt that `Prompt()` began. */
export function isPrompt(value: unknown): value is Prompt {
  return typeof value === "object" && value !== null && partsOf.has(value as Prompt);
}

function readParts(prompt: Prompt): Parts {
  const parts = partsOf.get(prompt);
  if (parts === undefined) throw new TypeError("expected a string or a prompt that `Prompt()` began");
  return parts;
}

function promptOf(parts: Parts): Prompt {
  const prompt: Prompt = Object.freeze({
    system: (text: string) => promptOf({ ...parts, system: dedent(text) }),
    context(tag: string, content: string | null | undefined) {
      if (!tagName.test(tag))
        throw new TypeError(`expected a tag of letters, digits, _ and -, got \`${tag}\``);
      const clean = dedent(content ?? "");
      return clean === ""
        ? promptOf(parts)
        : promptOf({ ...parts, contexts: [...parts.contexts, [tag, clean]] });
    },
    ask: (text: string) => promptOf({ ...parts, ask: dedent(text) }),
    toString: () => render(parts),
  });
  partsOf.set(prompt, parts);
  return prompt;
}

function render({ system = "", contexts, ask = "" }: Parts): string {
  const tags = [...new Set(contexts.map(([tag]) => tag))];
  // Content that closes a block, its own or another, would pass for the author's words.
  const ours = new RegExp(`<\\s*(/\\s*)?(${tags.join("|")})(\\s*>|(?=[\\s/]))`, "gi");
  const blocks = contexts.map(([tag, content]) => {
    const safe = content.replace(
      ours,
      (_, slash: string | undefined, name: string, end: string) =>
        `&lt;${slash === undefined ? "" : "/"}${name.toLowerCase()}${end === "" ? "" : "&gt;"}`,
    );
    return `<${tag}>\n${safe}\n</${tag}>`;
  });
  return [system, ...blocks, ask].filter((part) => part !== "").join("\n\n");
}
