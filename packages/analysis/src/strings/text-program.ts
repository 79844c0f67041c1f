import {
  CharacterClasses,
  contains,
  holdsAt,
  holdsBefore,
  type Instruction,
  type Kind,
  kindOf,
  lookedAt,
  programOf,
  type TextTree,
} from "@gatehouse-hooks/condition/analysis";
import { ALPHABET } from "./alphabet.js";

/** A demand on a string: the tree matches somewhere in it, or nowhere. */
export interface TextDemand {
  readonly tree: TextTree;
  readonly holds: boolean;
}

/** A character that stands for all that no demand tells from it. */
export interface Sample {
  readonly text: string;
  readonly kind: Kind;
  readonly index: number;
}

/** The programs of several trees as one list of instructions: which of them are waited for is one set. */
export class TextProgram {
  readonly starts: readonly number[];
  /** A character of each class, the ones that people like to read first. */
  readonly samples: readonly Sample[];
  readonly #instructions: readonly Instruction[];
  /** The demand of each instruction. */
  readonly #owners: readonly number[];
  readonly #accepts: (Uint8Array | undefined)[] = [];

  constructor(trees: readonly TextTree[]) {
    const instructions: Instruction[] = [];
    const owners: number[] = [];
    this.starts = trees.map((tree, owner) => {
      const program = programOf(tree);
      const base = instructions.length;
      for (const one of Array.from(program.instructions)) {
        instructions.push(moved(one, base));
        owners.push(owner);
      }
      return program.start + base;
    });
    this.#instructions = instructions;
    this.#owners = owners;
    this.samples = samplesOf(new CharacterClasses(lookedAt(instructions)));
  }

  owner(instruction: number): number {
    return this.#owners[instruction] as number;
  }

  /**
   * Gathers what is waited for at a place, from an instruction on.
   *
   * @param right what is right of it, where that is known
   * @param into instructions that wait for a character, or for what is right of them
   * @returns what may be waited for at once, i.e. how much was looked at
   */
  gather(
    from: number,
    left: Kind,
    right: Kind | undefined,
    into: Set<number>,
    matched: (owner: number) => void,
    seen: Set<number> = new Set(),
  ): void {
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const one = this.#instructions[at] as Instruction;
      switch (one.kind) {
        case "match":
          matched(this.owner(at));
          break;
        case "split":
          open.push(...one.to);
          break;
        case "set":
          into.add(at);
          break;
        case "place": {
          const holds = right === undefined ? holdsBefore(one.place, left) : holdsAt(one.place, left, right);
          if (holds === true) open.push(one.next);
          else if (holds === undefined) into.add(at);
        }
      }
    }
  }

  waitsForPlace(instruction: number): boolean {
    return this.#instructions[instruction]?.kind === "place";
  }

  /** The instruction behind a character of that class, or -1. */
  behind(instruction: number, sample: Sample): number {
    const one = this.#instructions[instruction];
    if (one?.kind !== "set") return -1;
    const accepted = (this.#accepts[instruction] ??= Uint8Array.from(this.samples, ({ text }) =>
      contains(one.set, text.codePointAt(0) ?? 0) ? 1 : 0,
    ));
    return accepted[sample.index] === 1 ? one.next : -1;
  }
}

function moved(one: Instruction, base: number): Instruction {
  switch (one.kind) {
    case "split":
      return { kind: "split", to: Array.from(one.to, (to) => to + base) };
    case "match":
      return one;
    default:
      return { ...one, next: one.next + base };
  }
}

function samplesOf(classes: CharacterClasses): readonly Sample[] {
  const found = new Map<number, string>();
  for (const character of ALPHABET) {
    const own = classes.of(character.codePointAt(0) ?? 0);
    if (!found.has(own)) found.set(own, character);
  }
  for (const [own, code] of Array.from(classes.samples).entries()) {
    // An event has no half of a pair.
    if (!found.has(own) && (code < 0xd800 || code >= 0xe000)) found.set(own, String.fromCodePoint(code));
  }
  return [...found.values()].map((text, index) => ({ text, kind: kindOf(text.codePointAt(0)), index }));
}
