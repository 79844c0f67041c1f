import type { BrowserPage } from "../../../playground/test/browser/browser-types.js";
import { until } from "../../../playground/test/browser/until.js";

/** A rule with a mistake: a misspelt key, and a test that fails for it. */
export const WALKED: Readonly<Record<string, string>> = {
  ".gatehouse/rules.yaml": `version: 1
policies:
  - id: no-force-push
    events: before_tool_call
    tools: Bash
    wen: params.command.includes("--force")
    deny: force pushes are not allowed
    tests:
      - { event: { toolName: Bash, params: { command: git push --force } }, expect: deny }
      - { event: { toolName: Bash, params: { command: git push } }, expect: skip }
`,
};

/** One thing that a person does, and what has to be seen after it. */
type Step = readonly [says: string, act: (page: BrowserPage) => Promise<void>];

const has = (selector: string): string => `document.querySelector(${JSON.stringify(selector)}) !== null`;
const shows = (selector: string, text: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) => one.textContent.replaceAll("\\u00a0", " ").includes(${JSON.stringify(text)}))`;

const inGutter = (outcome: string): string => has(`.testing-run-glyph.codicon-testing-${outcome}-icon`);

const TRIED = "git push --force origin main";

/** What is done in the editor, one step after the other. */
export const STEPS: readonly Step[] = [
  [
    "the rule is opened, and the mistake is underlined",
    async (page) => {
      await until(page, has(".monaco-workbench .explorer-folders-view"));
      await page.keyboard.press("Control+P");
      await until(page, has(".quick-input-widget input:focus"));
      await page.keyboard.insertText("rules.yaml");
      await until(page, shows(".quick-input-list .monaco-list-row", "rules.yaml"));
      await page.keyboard.press("Enter");
      await until(page, has(".squiggly-error"));
    },
  ],
  [
    "the quick fix mends it, and the mistake is gone",
    async (page) => {
      await goTo(page, "6:6");
      await again(page, shows(".action-widget .monaco-list-row", "write `when`"), () =>
        page.keyboard.press("Control+."),
      );
      await page.keyboard.press("Enter");
      await until(page, shows(".view-line", "when: params.command"));
      await until(page, `!(${has(".squiggly-error")})`);
    },
  ],
  [
    "fields are offered while a condition is written",
    async (page) => {
      await goTo(page, "6:40");
      await page.keyboard.press("End");
      await page.keyboard.insertText(" && params.");
      await again(page, shows(".suggest-widget .monaco-list-row", "command"), () =>
        page.keyboard.press("Control+Space"),
      );
      await page.keyboard.press("Escape");
      for (let at = 0; at < " && params.".length; at++) await page.keyboard.press("Backspace");
      await until(page, `!(${shows(".view-line", "&& params.")})`);
    },
  ],
  [
    "the lens tries a command: it would be denied by this rule",
    async (page) => {
      await until(page, shows(".codelens-decoration a", "Try a command"));
      await again(page, shows(".output-view .view-line", "deny  no-force-push"), async () => {
        await page.click(".codelens-decoration a");
        await until(page, has(".quick-input-widget input:focus"));
        await page.keyboard.press("Control+A");
        await page.keyboard.insertText(TRIED);
        // Who presses Enter has seen what they typed.
        await until(page, `document.querySelector(".quick-input-widget input:focus")?.value === "${TRIED}"`);
        await page.keyboard.press("Enter");
      });
    },
  ],
  [
    "the gutter runs the policy's tests, and they pass",
    async (page) => {
      await again(page, `document.querySelectorAll(".codicon-testing-passed-icon").length >= 3`, () =>
        runBeside(page, "id: no-force-push"),
      );
    },
  ],
  [
    "a test that expects something else fails, and says the difference",
    async (page) => {
      await goTo(page, "10:1");
      await page.keyboard.press("End");
      for (let at = 0; at < "skip }".length; at++) await page.keyboard.press("Backspace");
      await page.keyboard.insertText("deny }");
      await until(page, shows(".view-line", "command: git push } }, expect: deny }"));
      await again(page, `${inGutter("failed")} && ${inGutter("passed")} && !(${inGutter("error")})`, () =>
        runBeside(page, "id: no-force-push"),
      );
      await until(page, shows(".test-error-content-widget", "expected"));
    },
  ],
];

/** Clicks what is in the gutter beside a line: the editor has these in any order, and that of another line runs another test. */
async function runBeside(page: BrowserPage, line: string): Promise<void> {
  await until(
    page,
    `(() => {
      const wanted = [...document.querySelectorAll(".view-line")]
        .find((one) => one.textContent.replaceAll("\u00a0", " ").includes(${JSON.stringify(line)}))
        ?.getBoundingClientRect();
      const glyphs = [...document.querySelectorAll(".testing-run-glyph")];
      for (const one of glyphs) one.removeAttribute("data-beside");
      const beside = glyphs.find((one) => Math.abs(one.getBoundingClientRect().top - (wanted?.top ?? Infinity)) < 4);
      beside?.setAttribute("data-beside", "");
      return beside !== undefined;
    })()`,
  );
  await page.click("[data-beside]");
}

/** Does something, and again where the editor was busy with something else: a person would. */
async function again(page: BrowserPage, reached: string, act: () => Promise<void>): Promise<void> {
  const TRIES = 5;
  for (let tries = 1; tries < TRIES; tries++) {
    await act();
    if (
      await until(page, reached, 10_000).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  await act();
  await until(page, reached);
}

async function goTo(page: BrowserPage, place: string): Promise<void> {
  await page.keyboard.press("Control+G");
  await until(page, has(".quick-input-widget input:focus"));
  await page.keyboard.insertText(place);
  await page.keyboard.press("Enter");
  await until(page, has(".monaco-editor.focused"));
}
