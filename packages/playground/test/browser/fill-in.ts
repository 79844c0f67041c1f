import type { BrowserPage } from "./browser-types.js";

/**
 * Replaces the text of an editor as a paste does.
 *
 * @param text a script whose value is the text
 * @returns milliseconds until it is drawn
 */
export async function pasteInto(page: BrowserPage, editor: string, text: string): Promise<number> {
  const script = `(async () => {
    const content = document.querySelector('[aria-label="${editor}"]');
    const data = new DataTransfer();
    data.setData("text/plain", ${text});
    content.focus();
    const select = new KeyboardEvent("keydown", { key: "a", code: "KeyA", keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true });
    content.dispatchEvent(select);
    const start = performance.now();
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return performance.now() - start;
  })()`;
  return Number(await page.evaluate(script));
}

/** Chooses an option of a list of the page. */
export async function choose(page: BrowserPage, id: string, value: string): Promise<void> {
  await page.evaluate(`(() => {
    const list = document.getElementById("${id}");
    list.value = "${value}";
    list.dispatchEvent(new Event("change"));
  })()`);
}
