import { programName } from "./interpreters.js";
import { PLAIN_WRAPPERS } from "./programs.table.js";
import { carries, literal, literalStart, type ShellWord } from "./word.js";

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;

/** A command without the programs that only start it. */
interface Unwrapped {
  /** The command itself, its program first. */
  readonly rest: readonly ShellWord[];
  /** Names that `env` sets from values. */
  readonly assigned: readonly { readonly name: string; readonly at: number }[];
  /** The first word that keeps us from saying which program runs. */
  readonly unclear: ShellWord | null;
}

/** Takes `timeout 5`, `env X=y`, `sudo -u me --` and the like from the front of a command. */
export function unwrap(words: readonly ShellWord[]): Unwrapped {
  const assigned: { readonly name: string; readonly at: number }[] = [];
  let start = 0;
  for (;;) {
    const head = words[start];
    const name = head === undefined ? null : literal(head);
    const wrapper = name === null ? undefined : wrapperOf(name);
    if (wrapper === undefined) return { rest: words.slice(start), assigned, unclear: null };
    const end = skipOwn(words, start + 1, wrapper, assigned);
    if (typeof end !== "number") return { ...end, assigned };
    start = end;
  }
}

/** Behind the words that are the wrapper's own; else what is left where that is not clear. */
function skipOwn(
  words: readonly ShellWord[],
  from: number,
  wrapper: NonNullable<ReturnType<typeof wrapperOf>>,
  assigned: { readonly name: string; readonly at: number }[],
): number | Pick<Unwrapped, "rest" | "unclear"> {
  let start = from;
  let operands = wrapper.operands ?? 0;
  for (let word = words[start]; word !== undefined; word = words[start]) {
    const text = literal(word);
    if (text === "--") return start + 1;
    const set = wrapper.assigns === true ? ASSIGNMENT.exec(literalStart(word))?.[1] : undefined;
    if (set !== undefined) {
      if (carries(word)) assigned.push({ name: set, at: word.start });
      start++;
    } else if (text === null) return { rest: words.slice(start), unclear: operands > 0 ? word : null };
    else if (text.startsWith("-") && text !== "-") {
      const valued = wrapper.valued?.includes(text) === true;
      if (!valued && wrapper.flags?.test(text) !== true) return { rest: [], unclear: word };
      start += valued ? 2 : 1;
    } else if (operands === 0) return start;
    else {
      operands--;
      start++;
    }
  }
  return start;
}

function wrapperOf(name: string): (typeof PLAIN_WRAPPERS)[string] | undefined {
  const program = programName(name);
  return Object.hasOwn(PLAIN_WRAPPERS, program) ? PLAIN_WRAPPERS[program] : undefined;
}
