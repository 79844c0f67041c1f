import { element } from "./element.js";

/** Keys that are remembered. */
const MOST_KEYS = 1000;

/**
 * Parts of a page that is drawn anew: what a reader has opened stays open, what has the keyboard keeps it, and what is closed is not drawn until
 * it is opened.
 */
export class Parts {
  readonly #open = new Map<string, boolean>();

  /**
   * A part that can be closed.
   *
   * @param key the same each time that it is drawn
   * @param isOpen at first
   * @param inside what is in it
   */
  part(key: string, isOpen: boolean, summary: HTMLElement, inside: () => readonly Node[]): HTMLElement {
    const made = element("details", {}, summary);
    summary.dataset["key"] = key;
    made.open = this.#open.get(key) ?? isOpen;
    let isDrawn = made.open;
    if (isDrawn) made.append(...inside());
    made.addEventListener("toggle", () => {
      if (this.#open.size >= MOST_KEYS) this.#open.clear();
      if (made.open !== isOpen || this.#open.has(key)) this.#open.set(key, made.open);
      if (!made.open || isDrawn) return;
      isDrawn = true;
      made.append(...inside());
    });
    return made;
  }

  /** Puts other nodes into an element. Of what has the keyboard, its `data-key` is looked for again. */
  static replace(place: HTMLElement, nodes: readonly Node[]): void {
    const { activeElement: before } = document;
    const key = before instanceof HTMLElement && place.contains(before) ? before.dataset["key"] : undefined;
    place.replaceChildren(...nodes);
    if (key === undefined) return;
    const same = Array.from(place.querySelectorAll<HTMLElement>("[data-key]")).find(
      (one) => one.dataset["key"] === key,
    );
    same?.focus({ preventScroll: true });
  }
}
