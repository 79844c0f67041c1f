import { existing } from "@gatehouse-hooks/json";
import {
  CharacterClasses,
  contains,
  holdsAt,
  holdsBefore,
  type Instruction,
  type Kind,
  kindOf,
  lookedAt,
  OTHER,
  programOf,
  type TextTree,
} from "@gatehouse-hooks/condition/analysis";

/** Characters for witnesses, those that read best first. */
export const ALPHABET =
  "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -_./:=,@~\"'()[]{}<>|&;*?!#$%^+`\\é\n\t";

/** A demand on a string: the tree matches somewhere in it, or nowhere. */
export interface TextDemand {
  readonly tree: TextTree;
  readonly holds: boolean;
}

/** A character that stands for all that no demand tells from it. */
export interface Sample {
  readonly text: string;
  readonly code: number;
  readonly kind: Kind;
  readonly index: number;
}

/** What is waited for at a place, and what has matched there. */
interface PlaceWaits {
  /** Instructions that wait for a character, or for what is right of them. */
  readonly waits: readonly number[];
  /** The demands whose tree has matched, as bits: those that hold, then whether one that must not has. */
  readonly met: number;
  readonly forbidden: boolean;
}

/** The programs of several demands as one list of instructions: which of them are waited for is one set. */
export class JoinedProgram {
  readonly starts: readonly number[];
  /** A character of each class, the ones that people like to read first. */
  readonly samples: readonly Sample[];
  readonly #instructions: readonly Instruction[];
  /** The bit of the demand of each instruction; 0 for one that must not match. */
  readonly #bits: readonly number[];
  readonly #accepts: (Uint8Array | undefined)[] = [];
  readonly #waiting = new Map<number, PlaceWaits>();

  /** @param demands at most {@link MOST_DEMANDS} that are to hold */
  constructor(demands: readonly TextDemand[]) {
    const instructions: Instruction[] = [];
    const bits: number[] = [];
    let next = 1;
    this.starts = demands.map(({ tree, holds }) => {
      const program = programOf(tree);
      const base = instructions.length;
      const bit = holds ? next : 0;
      if (holds) next *= 2;
      for (const one of Array.from(program.instructions)) {
        instructions.push(moved(one, base));
        bits.push(bit);
      }
      return program.start + base;
    });
    this.#instructions = instructions;
    this.#bits = bits;
    this.samples = samplesOf(new CharacterClasses(lookedAt(instructions)), instructions.some(looksBeside));
  }

  /** The bit of the demand of an instruction; 0 for one that must not match. */
  bit(instruction: number): number {
    return this.#bits[instruction] ?? 0;
  }

  /** What is waited for from an instruction on, at a place of which the left side is known, and maybe the right one. */
  waiting(from: number, left: Kind, right?: Kind): PlaceWaits {
    const key = (from * KINDS + left) * (KINDS + 1) + (right ?? KINDS);
    const known = this.#waiting.get(key);
    if (known !== undefined) return known;
    const found = this.#gather(from, left, right);
    this.#waiting.set(key, found);
    return found;
  }

  #gather(from: number, left: Kind, right: Kind | undefined): PlaceWaits {
    const seen = new Set<number>();
    const waits: number[] = [];
    let met = 0;
    let forbidden = false;
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const one = existing(this.#instructions[at]);
      switch (one.kind) {
        case "match":
          met |= this.bit(at);
          forbidden ||= this.bit(at) === 0;
          break;
        case "split":
          open.push(...Array.from(one.to));
          break;
        case "set":
          waits.push(at);
          break;
        case "place": {
          const holds = right === undefined ? holdsBefore(one.place, left) : holdsAt(one.place, left, right);
          if (holds === true) open.push(one.next);
          else if (holds === undefined) waits.push(at);
        }
      }
    }

    return { waits, met, forbidden };
  }

  waitsForPlace(instruction: number): boolean {
    return this.#instructions[instruction]?.kind === "place";
  }

  /** The instruction behind a character of that class, or -1. */
  behind(instruction: number, sample: Sample): number {
    const one = this.#instructions[instruction];
    if (one?.kind !== "set") return -1;
    const accepted = (this.#accepts[instruction] ??= Uint8Array.from(this.samples, ({ code }) =>
      contains(one.set, code) ? 1 : 0,
    ));
    return accepted[sample.index] === 1 ? one.next : -1;
  }
}

/** So many demands have a bit each. */
export const MOST_DEMANDS = 30;

/** What may be at a side of a place. */
const KINDS = OTHER + 1;

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

/** Does it tell characters beside it from each other? */
function looksBeside(one: Instruction): boolean {
  return one.kind === "place" && one.place !== "begin" && one.place !== "end";
}

/** @param kinds whether it matters of which kind a character is: else all are of one */
function samplesOf(classes: CharacterClasses, kinds: boolean): readonly Sample[] {
  const found = new Map<number, string>();
  for (const character of ALPHABET) {
    const own = classes.of(character.codePointAt(0) ?? 0);
    if (!found.has(own)) found.set(own, character);
  }
  for (const [own, code] of Array.from(classes.samples).entries()) {
    // An event has no half of a pair.
    if (!found.has(own) && (code < 0xd800 || code >= 0xe000)) found.set(own, String.fromCodePoint(code));
  }
  return [...found.values()].map((text, index) => {
    const code = text.codePointAt(0) ?? 0;
    return { text, code, kind: kinds ? kindOf(code) : OTHER, index };
  });
}
