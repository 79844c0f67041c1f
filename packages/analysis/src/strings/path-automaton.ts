import {
  CharacterClasses,
  contains,
  type Instruction,
  lookedAt,
  type TextProgram,
  unionProgram,
} from "@gatehouse-hooks/condition/analysis";

/** What may come next, as the instructions that read a character or end; `id` is its number. */
interface PlaceSet {
  readonly id: number;
  readonly at: readonly number[];
}

/** The globs of one `touches` or `within` that are compared with the same spelling, read a character at a time. */
export class PathAutomaton {
  readonly folds: boolean;
  readonly #instructions: readonly Instruction[];
  readonly #start: PlaceSet;
  readonly #sets = new Map<string, PlaceSet>();

  /** @param folds without regard to case and normal form */
  constructor(sources: readonly string[], folds: boolean) {
    this.folds = folds;
    const program: TextProgram = unionProgram(sources, folds);
    this.#instructions = Array.from(program.instructions);
    this.#start = this.#reached([program.start]);
  }

  /** Is the string one of the globs'? */
  matches(text: string): boolean {
    let at = this.#start;
    for (const character of text) at = this.#after(at, character.codePointAt(0) ?? 0);
    return at.at.some((one) => this.#instructions[one]?.kind === "match");
  }

  /** Whether a walk is at no more than so many sets of places, whatever is read. */
  hasAtMost(count: number): boolean {
    const codes = Array.from(new CharacterClasses(lookedAt(this.#instructions)).samples);
    const reached = new Set([this.#start]);
    for (const set of reached) {
      for (const code of codes) {
        const next = this.#after(set, code);
        if (next.at.length > 0) reached.add(next);
      }
      if (reached.size > count) return false;
    }
    return true;
  }

  /**
   * Whether the places that another one is at are known from those that this one is at, as long as this one matches. Then a walk
   * through all of both pairs no more of the other's places with anything than of this one's. `false` where there are too many.
   */
  determines(other: PathAutomaton): boolean {
    const codes = new CharacterClasses(lookedAt([...this.#instructions, ...other.#instructions])).samples;
    const paired = new Map([[this.#start.id, other.#start.id]]);
    const open = [[this.#start, other.#start] as const];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      for (const code of Array.from(codes)) {
        const mine = this.#after(pair[0], code);
        if (mine.at.length === 0) continue;
        const its = other.#after(pair[1], code);
        const known = paired.get(mine.id);
        if (known === its.id) continue;
        if (known !== undefined || paired.size >= MOST_SETS) return false;
        paired.set(mine.id, its.id);
        open.push([mine, its]);
      }
    }
    return true;
  }

  #after({ at }: PlaceSet, code: number): PlaceSet {
    return this.#reached(
      at.flatMap((one) => {
        const instruction = this.#instructions[one];
        return instruction?.kind === "set" && contains(instruction.set, code) ? [instruction.next] : [];
      }),
    );
  }

  /** Without reading a character. The only places are the ends of the string. */
  #reached(from: readonly number[]): PlaceSet {
    const seen = new Set<number>();
    const reached: number[] = [];
    const open = [...from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const instruction = this.#instructions[at];
      if (instruction === undefined || seen.has(at)) continue;
      seen.add(at);
      if (instruction.kind === "split") open.push(...Array.from(instruction.to));
      else if (instruction.kind === "place") open.push(instruction.next);
      else reached.push(at);
    }
    reached.sort((one, another) => one - another);
    const key = reached.join();
    let set = this.#sets.get(key);
    if (set === undefined) this.#sets.set(key, (set = { id: this.#sets.size, at: reached }));
    return set;
  }
}

/** Beyond it nothing is said. */
const MOST_SETS = 500;
