import { type CodeFrame, type CodeValue, eitherValue } from "./value.js";

/**
 * The names of a module or of one call of a function. What an arm of a branch binds is in a layer of its own until all arms
 * are read.
 */
export class NameFrame implements CodeFrame {
  readonly parent: CodeFrame | null;
  /** Names that are those of the module. */
  readonly outer: Set<string> = new Set<string>();
  /** What the function may return. */
  returned: CodeValue | null = null;
  /** Values that were bound before stay possible. */
  weak = 0;
  readonly #layers: Map<string, CodeValue>[] = [new Map<string, CodeValue>()];

  /** Names that mean something where nothing binds them. */
  readonly #builtins: ReadonlySet<string>;
  readonly #least: number;

  constructor(parent: CodeFrame | null, builtins: ReadonlySet<string>, weak: number) {
    this.parent = parent;
    this.#least = weak;
    this.weak = weak;
    this.#builtins = builtins;
  }

  get(name: string): CodeValue | undefined {
    for (let i = this.#layers.length - 1; i >= 0; i--) {
      const found = this.#layers[i]?.get(name);
      if (found !== undefined) return found;
    }
    return this.parent?.get(name);
  }

  set(name: string, value: CodeValue): void {
    if (this.outer.has(name) && this.parent !== null) {
      this.parent.set(name, value);
      return;
    }
    const before = this.weak > 0 ? this.#own(name) : undefined;
    this.#layers.at(-1)?.set(name, before === undefined ? value : eitherValue(before, value));
  }

  #own(name: string): CodeValue | undefined {
    for (let i = this.#layers.length - 1; i >= 0; i--) {
      const found = this.#layers[i]?.get(name);
      if (found !== undefined) return found;
    }
    return this.#builtins.has(name) ? { kind: "place", name } : undefined;
  }

  /** The frames that code of this one can bind names in. */
  chain(): readonly CodeFrame[] {
    return [this, ...(this.parent?.chain() ?? [])];
  }

  open(): void {
    this.#layers.push(new Map());
  }

  close(): ReadonlyMap<string, CodeValue> {
    return this.#layers.length > 1 ? (this.#layers.pop() ?? new Map()) : new Map();
  }

  /** Binds what arms bound: each value that a name may have now. `whole`: one of the arms ran. */
  merge(arms: readonly ReadonlyMap<string, CodeValue>[], whole: boolean): void {
    const names = new Set(arms.flatMap((arm) => [...arm.keys()]));
    for (const name of names) {
      const before = this.#own(name);
      let all: CodeValue | undefined;
      let missing = !whole;
      for (const arm of arms) {
        const one = arm.get(name);
        if (one === undefined) missing = true;
        else all = eitherValue(all, one);
      }
      if (all === undefined) continue;
      const merged = missing && before !== undefined ? eitherValue(before, all) : all;
      this.#layers.at(-1)?.set(name, merged);
    }
  }

  /** A frame of a function or a class within it. */
  child(): CodeFrame {
    return new NameFrame(this, this.#builtins, this.#least);
  }

  /** All names of its own. */
  names(): ReadonlyMap<string, CodeValue> {
    const all = new Map(this.#layers[0]);
    for (const layer of this.#layers.slice(1)) for (const [name, value] of layer) all.set(name, value);
    return all;
  }
}
