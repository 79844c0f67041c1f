import { type Answer, bytesOf } from "./answer.js";
import type { FromSource } from "./from-source.js";
import type { Payload } from "./payload.js";

/** An answer of the installed command that is not the one from source. */
export interface Difference {
  /** How it was played, and with which payload. */
  readonly where: string;
  readonly installed: string;
  readonly fromSource: string;
}

/** How much of an answer is shown. */
const SHOWN = 400;

/** Compares what is played with the answers from source, and keeps the differences. */
export class Compared {
  readonly differences: Difference[] = [];
  /** How many answers were compared. */
  answers = 0;
  /** The answers from source by payload: they are the same each time. */
  readonly #known = new Map<FromSource, Map<Payload, string>>();

  async compare(how: string, source: FromSource, payload: Payload, given: Promise<Answer>): Promise<void> {
    const installed = bytesOf(await given);
    const fromSource = await this.#expected(source, payload);
    this.answers++;
    if (installed === fromSource) return;
    const where = `${how}: ${payload.agent}, ${payload.name}`;
    this.differences.push({
      where,
      installed: installed.slice(0, SHOWN),
      fromSource: fromSource.slice(0, SHOWN),
    });
  }

  async #expected(source: FromSource, payload: Payload): Promise<string> {
    const known = this.#known.get(source) ?? new Map<Payload, string>();
    this.#known.set(source, known);
    const expected = known.get(payload) ?? bytesOf(await source.answer(payload));
    known.set(payload, expected);
    return expected;
  }
}

/** How many processes run at once. */
const AT_ONCE = 3;

/** Does something with each of a list, a few at once. */
export async function forEachOf<T>(list: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const rest = list.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of rest) await act(one);
    }),
  );
}
