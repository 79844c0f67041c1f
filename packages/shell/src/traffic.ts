import { type Alternatives, uniteAlternatives } from "./field.js";

/** A background job or a pipeline: what is in it runs beside other things. */
export interface Beside {
  readonly kind: "job" | "pipe";
}

/** What is written to files while something that comes earlier in the text may read them. */
export type LaterFiles = ReadonlyMap<string, Alternatives>;

/** What was read and written, to find what a reading in order does not see. */
export class Traffic {
  readonly #fifos = new Set<string>();
  readonly #reads = new Map<string, (readonly Beside[])[]>();
  readonly #written = new Map<string, Alternatives>();
  readonly #later = new Set<string>();

  /** `mkfifo`: a reader waits for whoever writes, in whichever order they are written. */
  fifo(path: string): void {
    this.#fifos.add(path);
  }

  read(path: string, where: readonly Beside[]): void {
    const before = this.#reads.get(path);
    if (before === undefined) this.#reads.set(path, [where]);
    else if (before.length < 16) before.push(where);
  }

  wrote(path: string, content: Alternatives, where: readonly Beside[]): void {
    this.#written.set(path, uniteAlternatives(this.#written.get(path) ?? content, content));
    const reads = this.#reads.get(path);
    if (reads === undefined) return;
    if (this.#fifos.has(path) || reads.some((one) => isBeside(one, where))) this.#later.add(path);
  }

  /** What was written after something beside it had read it; `null` when nothing was. */
  later(): LaterFiles | null {
    if (this.#later.size === 0) return null;
    const later = new Map<string, Alternatives>();
    for (const path of this.#later) later.set(path, this.#written.get(path) ?? []);
    return later;
  }
}

/** Neither is over before the other begins: one is in a job that the other is not in, or both are in one pipeline. */
function isBeside(one: readonly Beside[], other: readonly Beside[]): boolean {
  if (one.some((place) => place.kind === "pipe" && other.includes(place))) return true;
  const isApart = (place: Beside, from: readonly Beside[]): boolean =>
    place.kind === "job" && !from.includes(place);
  return one.some((place) => isApart(place, other)) || other.some((place) => isApart(place, one));
}
