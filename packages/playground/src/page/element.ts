/** Attributes and listeners of an element. */
type ElementAttributes = Readonly<Record<string, string>>;

/** An element with text and other elements in it; text is never read as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: ElementAttributes = {},
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/** A button that does something. */
export function button(text: string, act: () => void, attributes: ElementAttributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/**
 * The element of the page that has an id.
 *
 * @throws Error where there is none: the page and the script do not belong together
 */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} \`${id}\``);
  return found;
}
