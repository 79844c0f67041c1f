/** What would turn, hide or break the text around it: controls but line ends and tabs, marks of direction, what has no width. */
const UNSEEN = /[^\P{C}\n\t]|[\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u3164\uffa0]/gu;

/** A text in which each character can be seen. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);
}

/** An element with a text. Nothing of a call becomes markup. */
export function element(tag: string, text = "", className = ""): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = visible(text);
  if (className !== "") made.className = className;
  return made;
}

/**
 * The element of the page that has an id.
 *
 * @throws Error where there is none: the page and the script do not belong together
 */
export function place(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no \`${id}\``);
  return found;
}

/** Writes a text into an element; one that is there already is not read out again. */
export function write(id: string, text: string): void {
  const shown = visible(text);
  if (place(id).textContent !== shown) place(id).textContent = shown;
}
