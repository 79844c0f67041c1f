import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageFolders } from "./package-folders.js";

/** Every file of tests. */
export const TESTS: readonly string[] = ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"];

/** Tests of the deep tier only: kill loops, races that have to be met, installations. */
export const DEEP = "**/*.deep.test.ts";

/** Of these, what is tried at night only: twenty minutes are what a change may take, and these are races, weeks and orders of steps. */
export const NIGHT: readonly string[] = [
  "test/arena/agentdyn.deep.test.ts",
  "test/bench/scripted-week.deep.test.ts",
  "test/e2e/stored-hook.deep.test.ts",
  "packages/agents/test/box/project-sessions.deep.test.ts",
  "packages/cache/test/file-store-kill.deep.test.ts",
  "packages/cli/test/approve-on-terminal.deep.test.ts",
  "packages/cli/test/hook/lost-beside-daemon.deep.test.ts",
  "packages/cli/test/hook/parallel-fires.deep.test.ts",
  "packages/cli/test/init/orders.deep.test.ts",
  "packages/cli/test/replay/queue.deep.test.ts",
  "packages/cli/test/serve/busy-passkeys.deep.test.ts",
  "packages/judge/test/faults.deep.test.ts",
  "packages/runtime/test/files/swap-race.deep.test.ts",
];

/** Of the deep tier, what looks at its own processor time, sets the clock, or changes what the files after it would see. */
export const DEEP_ALONE: readonly string[] = [
  "packages/facts/test/pollution.deep.test.ts",
  "packages/server/test/node/beside-slow-bodies.deep.test.ts",
  "test/e2e/document-000-configuration.deep.test.ts",
];

/** What the documents say, and the code in the README: a step of its own. */
export const DOCS: readonly string[] = ["test/docs/**/*.test.ts"];

/** The code in the other documents: a step of the deep tier. */
export const EXAMPLES: readonly string[] = ["test/docs/**/*.deep.test.ts"];

/** What is published: a step of its own. */
export const PACKAGING: readonly string[] = ["test/packaging/**/*.deep.test.ts"];

/** The installed command, compared with its source: a step of its own, which takes two minutes of processor time. */
export const SHIPPED: readonly string[] = ["test/shipped/**/*.deep.test.ts"];

/**
 * Tests that change what the files after them would see in the same process: V8 never again takes its quick way to
 * elements where an index has been on a prototype.
 */
export const ALONE: readonly string[] = [
  "**/prototype-index.test.ts",
  "**/hostile-intrinsics.test.ts",
  // V8 compiles a loop for what it has met, and other files make it meet everything.
  "**/worst-patterns.test.ts",
];

/** What a file imports that has laws, or cases of which the quick tier tries only some. */
const LAWS = /from "[^"]*\/(?:assert-law|test-law|analyzer|growth|store-suite)\.js"/;

/** Of these, what can share a process: it looks at answers, or at how processor time grows; not at memory, or files of its own. */
const ANSWERS = /from "[^"]*\/(?:assert-law|test-law|growth)\.js"/;
const TIMED = /from "[^"]*\/(?:analyzer|store-suite)\.js"/;

/** What has cases that only the deep tier tries: what comes after it, in the long tier, is more of the same. */
const ROWS = /\b(?:tierRows(?:<.*?>)?|everyNth|slowLaw|testGrowth(?:\.each)?)\(/s;

/** Some of the files of tests that do more the more time they get. */
export interface LawFiles {
  /** Can share a process; or not, since they look at time or memory. */
  readonly shared: boolean;
  /** Have cases that only the deep tier tries; or only more runs of what the quick tier has tried. */
  readonly rows: boolean;
}

/** These files, relative to the root. */
export function lawFiles(root: string, { shared, rows }: LawFiles): readonly string[] {
  const chosen = [...everyLawFile(root)].filter(([file, text]) => {
    const isAlone = ALONE.some((one) => file.endsWith(one.replace("**", "")));
    return (ANSWERS.test(text) && !TIMED.test(text) && !isAlone) === shared && ROWS.test(text) === rows;
  });
  return chosen.map(([file]) => file);
}

/** The files that import one of these, with their texts. */
function everyLawFile(root: string): ReadonlyMap<string, string> {
  const folders = packageFolders(root).map((name) => `packages/${name}/test`);
  const files = [...folders, "test"].flatMap((folder) => testFilesIn(root, folder));
  const texts = files.map((file) => [file, readFileSync(path.join(root, file), "utf8")] as const);
  return new Map(texts.filter(([, text]) => LAWS.test(text)));
}

/** The files of tests below a folder. Not by a recursive reading, which follows the links of `node_modules` for a minute. */
function testFilesIn(root: string, folder: string): readonly string[] {
  const below = path.join(root, folder);
  if (!existsSync(below)) return [];
  return readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : testFilesIn(root, name);
    return entry.name.endsWith(".test.ts") ? [name] : [];
  });
}
