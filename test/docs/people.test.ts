import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const CLI = "packages/cli/test";

/** What people ran into, and by what it is held that they do no more: a file of tests, and words of the title of one that is run. */
const HELD: readonly (readonly [number: string, found: string, file: string, words: string])[] = [
  [
    "U1",
    "rules of others before `init`, and nothing guards",
    `${CLI}/init/orders.deep.test.ts`,
    "in whatever order agents are set up",
  ],
  [
    "U2",
    "`doctor` is green for what is not guarded",
    `${CLI}/doctor/doctor.test.ts`,
    "an agent that is there and not guarded",
  ],
  [
    "U3",
    "the approvals page does not look again",
    "packages/server/test/approvals/approval-page.deep.test.ts",
    "a call that comes while the page is not in front is notified",
  ],
  ["U4", "why was I stopped?", `${CLI}/log.test.ts`, "is listed afterwards: which call, which rule, why"],
  ["U4", "make a rule of what just happened", `${CLI}/new.test.ts`, "from the last call of an agent"],
  ["U5", "would it stop this command?", `${CLI}/try.test.ts`, "is shown with what decided underlined"],
  [
    "U6",
    "`init` asks about what no one can read",
    `${CLI}/init/shown-changes.test.ts`,
    "is at most forty lines of 80 columns",
  ],
  [
    "U7",
    "`replay` does not say which calls",
    `${CLI}/replay/replay.test.ts`,
    "each policy that stops something is named with its calls",
  ],
  [
    "U8",
    "one mistake hides another, or is said fifty times",
    `${CLI}/every-mistake.test.ts`,
    "nor are there two findings for one cause",
  ],
  [
    "U8",
    "one mistake hides another, or is said fifty times",
    "packages/engine/test/compile-policies.test.ts",
    "one policy that denies everything is one mistake",
  ],
  [
    "U9",
    "Gatehouse's own folders are complained of",
    `${CLI}/own-folders.test.ts`,
    "no command complains of the record of it",
  ],
  [
    "U10",
    "the nearest change is not a command",
    "packages/playground/test/model.test.ts",
    "no nearest change is made up",
  ],
  [
    "U10",
    "the nearest change is not a command",
    `${CLI}/explain.test.ts`,
    "what is nearest is answered so by `decide`",
  ],
  [
    "U10",
    "the nearest change is not a command",
    `${CLI}/explain.test.ts`,
    "the nearest command is one that a person would type, or none",
  ],
  [
    "U11",
    "the answer is hidden among strangers",
    `${CLI}/explain.test.ts`,
    "policies that had no part in a decision are counted",
  ],
  [
    "U12",
    "`list` is a wall",
    `${CLI}/list.test.ts`,
    "on a terminal many rules are a line for those of a pack",
  ],
  [
    "U13",
    "`import` speaks of our own hooks, and writes unasked",
    `${CLI}/import.test.ts`,
    "a person sees what would be written, and declines with Enter",
  ],
  ["U14", "words that people try; looking writes", `${CLI}/tried-words.test.ts`, "misspelt, leads on, too"],
  ["U14", "words that people try; looking writes", `${CLI}/looking.deep.test.ts`, "looking never writes"],
  [
    "U15",
    "the first minute needs files that are not there",
    "test/docs/readme.test.ts",
    "testExamples(isReadme)",
  ],
  [
    "U16",
    "the playground hides the command",
    "packages/playground/test/event-command.test.ts",
    "a payload of Claude Code is recognised",
  ],
  [
    "U16",
    "the playground hides the command",
    "packages/playground/test/page.deep.test.ts",
    "the page decides in a browser",
  ],
  [
    "U17",
    "the approvals page does not say who asks",
    "packages/server/test/approvals/approval-page.deep.test.ts",
    "answers are given with the keyboard, Refuse first",
  ],
  [
    "U18",
    "the site neither shows nor answers",
    "test/docs/blocked-call.deep.test.ts",
    "the first thing on the front page",
  ],
  [
    "U18",
    "the site neither shows nor answers",
    "test/docs/questions.test.ts",
    "has an answer of a screen, and the line that proves it",
  ],
  [
    "U19",
    "a server for editors without an extension",
    "packages/vscode/test/extension.deep.test.ts",
    "everything that the manifest names is in the extension",
  ],
  [
    "U20",
    "the terminal breaks the lines",
    `${CLI}/fitted-commands.deep.test.ts`,
    "breaks no word, and shows no absolute path",
  ],
  ["U21", "sentences that no one says", "test/docs/people.test.ts", "are said in none of our texts"],
  [
    "U22",
    "bad usage in three forms, without what to type",
    `${CLI}/tried-words.test.ts`,
    "is bad usage, said as all bad usage is",
  ],
  ["U23", "codes of `facts` without words", `${CLI}/facts.test.ts`, "what is not understood is said"],
  ["U24", "help without a beginning", `${CLI}/help/help.test.ts`, "help begins with eight commands"],
  [
    "U24",
    "what a command says first is not on the first screen",
    `${CLI}/fitted-commands.deep.test.ts`,
    "is on it",
  ],
  [
    "U25",
    "the page of a replay shows zeros first",
    `${CLI}/replay-page/use-page.deep.test.ts`,
    "what would have been stopped comes first",
  ],
  [
    "U25",
    "the page of a replay moves while it opens",
    `${CLI}/replay-page/use-page.deep.test.ts`,
    "nothing of a long page moves once it is shown",
  ],
];

test("each of them is there", () => {
  const numbers = new Set(HELD.map(([number]) => number));
  expect([...numbers]).toEqual(Array.from({ length: 25 }, (_, i) => `U${i + 1}`));
});

test.each(HELD)("%s, %s: %s", (_number, _found, file, words) => {
  expect(file).toMatch(/\.test\.ts$/);
  expect(
    titlesIn(readFileSync(path.join(root, file), "utf8")).filter((title) => title.includes(words)),
  ).toHaveLength(1);
});

/** The titles of tests and groups of tests that are run: of what is skipped none is one, nor of a comment or a row of data. */
function titlesIn(text: string): readonly string[] {
  const title =
    /^\s*(?:(?:test|describe)(?:\.each\(.*\))?|\](?: as const)?\))\((["'`])(?<title>(?:(?!\1).)+)\1|^(?<call>testExamples\(\w+\));$/gm;
  return [...text.matchAll(title)].map(({ groups }) => groups?.["title"] ?? groups?.["call"] ?? "");
}

test("of what is skipped, or is not the title of a test, none counts", () => {
  const text = [
    'test("one", () => {',
    'test.each([1, 2])("two", () => {',
    '])("three", () => {',
    '// test("no",',
    'test.skip("no", () => {',
    'test.todo("no");',
    'const no = "test";',
  ].join("\n");
  expect(titlesIn(text)).toEqual(["one", "two", "three"]);
});

/** Word for word from another language. */
const NOT_ENGLISH: readonly string[] = [
  "nothing that it does is looked at",
  "an agent's last change of files",
  "that is denied, and it is told why",
  "denied, as it has to be",
  "anything else to decline",
  "a code is for fifteen minutes",
  "which no format documents",
  "| said as |",
  "what is wrong there",
  "Calls that wait for you",
  "Let it happen, once",
  "fits no line above",
  "on the last but",
  "these places were looked at",
];

test("sentences that were translated word for word are said in none of our texts", () => {
  const texts = readdirSync(root, { withFileTypes: true })
    .filter((entry) => ["packages", "docs", "packs"].includes(entry.name) || entry.name.endsWith(".md"))
    .flatMap((entry) => textsBelow(path.join(root, entry.name)));
  expect(texts.length).toBeGreaterThan(1_000);
  const found = texts.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return NOT_ENGLISH.filter((words) => text.includes(words)).map((words) => `${file}: ${words}`);
  });
  expect(found).toEqual([]);
});

/** Sources, pages and documents, but not tests, and not what is built. */
function textsBelow(place: string): readonly string[] {
  if (/\.(?:ts|md|html|yaml)$/.test(place)) return [place];
  if (/\.[a-z0-9]+$/i.test(place) || /^(?:node_modules|dist|test|LICENSE)$/.test(path.basename(place)))
    return [];
  return readdirSync(place).flatMap((name) => textsBelow(path.join(place, name)));
}
