import { printableLines } from "@gatehouse-hooks/console/print/printable";

/** What is put into an element. Text is never read as HTML, and changes nothing around it. */
export type Inside = Node | string;

/** An element with attributes, and with text and other elements in it. */
export function tag<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...inside: readonly Inside[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside.map((one) => (typeof one === "string" ? printableLines(one, "") : one)));
  return made;
}

/** A button that does something. */
export function pressable(
  text: string,
  act: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const made = tag("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/**
 * The element of the page that has an id.
 *
 * @throws Error where there is none: the page and the script do not belong together
 */
export function placeOf(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no \`${id}\``);
  return found;
}
