import { redact } from "@gatehouse-hooks/redact";
import { shorten } from "@gatehouse-hooks/json";

/** A string of an event as it may leave the process: without its secrets, and not long. */
export function shownText(text: string, most: number): string {
  return shorten(redact(text), most);
}

/** Names that are remembered before all are forgotten. */
const MOST_NAMES = 1_024;
/** The longest name, in UTF-16 code units. */
const LONGEST_NAME = 200;

/** `shownText` of names that come again and again: sessions, tools, agents. */
export class ShownNames {
  readonly #known = new Map<string, string>();

  of(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const shown = shownText(name, LONGEST_NAME);
    if (this.#known.size >= MOST_NAMES) this.#known.clear();
    if (name.length <= 4 * LONGEST_NAME) this.#known.set(name, shown);
    return shown;
  }
}
