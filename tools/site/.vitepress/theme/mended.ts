/**
 * Mends what the default theme of VitePress says wrong to assistive technology, now and whenever the page changes:
 * buttons inside of buttons in the sidebar and the search, a button whose name is not what is written on it, tables that
 * scroll and cannot be reached.
 */
export function keepMended(): void {
  mend();
  const options = {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["class", "aria-activedescendant"],
  };
  new MutationObserver(mend).observe(document.body, options);
  // A table that fits on a desktop scrolls on a phone that is turned.
  addEventListener("resize", mend);
}

function mend(): void {
  for (const caret of document.querySelectorAll<HTMLElement>(".VPSidebarItem > .item > .caret"))
    mendSidebarItem(caret);
  // The keys are a hint for the eye: the button's name is "Search".
  for (const keys of document.querySelectorAll(".DocSearch-Button-Keys"))
    keys.setAttribute("aria-hidden", "true");
  for (const box of document.querySelectorAll(".VPLocalSearchBox")) mendSearch(box);
  for (const wide of document.querySelectorAll<HTMLElement>(".vp-doc table, .vp-doc pre")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  }
}

/** The caret is the button, and says what it opens; the name beside it still answers to a click. */
function mendSidebarItem(caret: HTMLElement): void {
  const item = caret.parentElement as HTMLElement;
  item.removeAttribute("role");
  item.removeAttribute("tabindex");
  const isClosed = item.parentElement?.classList.contains("collapsed") === true;
  caret.setAttribute("aria-label", `Pages of ${item.querySelector(".text")?.textContent ?? "this part"}`);
  caret.setAttribute("aria-expanded", String(!isClosed));
  if (caret.dataset["isMended"] !== undefined) return;
  caret.dataset["isMended"] = "";
  // It listens to Enter; of a button, Space is expected, too.
  caret.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    caret.click();
  });
}

/** The field is what completes, not the box around it; a result is a link that can be chosen, not a link in a choice. */
function mendSearch(box: Element): void {
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", "Search");
  for (const name of ["aria-expanded", "aria-haspopup", "aria-labelledby"]) box.removeAttribute(name);
  for (const key of box.querySelectorAll("kbd[aria-label]")) key.setAttribute("role", "img");
  const field = box.querySelector("#localsearch-input");
  field?.setAttribute("role", "combobox");
  field?.setAttribute("aria-haspopup", "listbox");
  field?.setAttribute("aria-expanded", String(box.querySelector(".result") !== null));
  const active = field?.getAttribute("aria-activedescendant");
  if (active?.endsWith("-link") === false) field?.setAttribute("aria-activedescendant", `${active}-link`);
  for (const result of box.querySelectorAll(".result")) {
    const item = result.parentElement as HTMLElement;
    item.setAttribute("role", "presentation");
    item.removeAttribute("aria-selected");
    result.id = `${item.id}-link`;
    result.setAttribute("role", "option");
    result.setAttribute("aria-selected", String(result.classList.contains("selected")));
    // Its name is what is written.
    result.removeAttribute("aria-label");
  }
}
