/**
 * Writes test/vectors/completions.json: the names of programs that people complete, and the commands that a collection of completions
 * calls dangerous. Only names are taken out of it; the collection is 77 MB, and is no dependency.
 *
 *     pnpm completions
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const PACKAGE = "@withfig/autocomplete";
const VERSION = "2.692.3";
const OUT = path.resolve(import.meta.dirname, "../test/vectors/completions.json");

/** Words of shells that are read as syntax, or change the reading of what follows: no program has them as its name. */
const SHELL_WORDS: ReadonlySet<string> = new Set(
  "- do elif else for if then until while repeat where whence login export trap source unset pushd".split(
    " ",
  ),
);

/** What is used of a description. */
interface Description {
  readonly name?: unknown;
  readonly args?: unknown;
  readonly options?: unknown;
  readonly subcommands?: unknown;
  readonly suggestions?: unknown;
  readonly isDangerous?: unknown;
  readonly isOptional?: unknown;
}

const isDescription = (value: unknown): value is Description => typeof value === "object" && value !== null;

const all = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

const described = (value: unknown): readonly Description[] => all(value).filter(isDescription);

/** All spellings of a name. */
const namesOf = ({ name }: Description): readonly string[] =>
  all(name).filter((one): one is string => typeof one === "string");

const nameOf = (one: Description): string => namesOf(one)[0] ?? "";

/** A word for each argument that has to be there. */
const wordsFor = ({ args }: Description): readonly string[] =>
  described(args).flatMap(({ isOptional }) => (isOptional === true ? [] : ["x"]));

/** Every command that the description calls dangerous. */
function dangersIn(one: Description, words: readonly string[]): readonly (readonly string[])[] {
  const own = one.isDangerous === true ? [[...words, ...wordsFor(one)]] : [];
  const options = described(one.options).flatMap((option) =>
    option.isDangerous === true
      ? [[...words, namesOf(option).at(-1) ?? "", ...wordsFor(option), ...wordsFor(one)]]
      : [],
  );
  const values = described(one.args).flatMap((argument) => [
    ...(argument.isDangerous === true ? [[...words, "x"]] : []),
    ...described(argument.suggestions).flatMap((value) =>
      value.isDangerous === true ? [[...words, nameOf(value)]] : [],
    ),
  ]);
  const below = described(one.subcommands).flatMap((sub) => dangersIn(sub, [...words, nameOf(sub)]));
  return [...own, ...options, ...values, ...below];
}

async function main(folder: string): Promise<void> {
  execFileSync("npm", ["pack", "--silent", `${PACKAGE}@${VERSION}`], { cwd: folder });
  execFileSync("tar", ["-xzf", `${PACKAGE.slice(1).replace("/", "-")}-${VERSION}.tgz`], { cwd: folder });
  const build = path.join(folder, "package/build");
  const index: unknown = JSON.parse(readFileSync(path.join(build, "index.json"), "utf8"));
  const names = all(isDescription(index) && "completions" in index ? index.completions : []).map(String);
  const dangerous = new Set<string>();
  for (const name of names.filter((one) => !one.startsWith("@"))) {
    const module: unknown = await import(pathToFileURL(path.join(build, `${name}.js`)).href).catch(
      () => null,
    );
    const description = isDescription(module) && "default" in module ? module.default : null;
    if (!isDescription(description)) continue;
    for (const words of dangersIn(description, name.split("/"))) dangerous.add(words.join(" "));
  }
  const programs = new Set(names.map((name) => name.split("/")[0] ?? ""));
  const data = {
    source: `names of ${PACKAGE} ${VERSION} (MIT), by tools/read-completions.ts`,
    programs: [...programs].filter((one) => !one.startsWith("@") && !SHELL_WORDS.has(one)).join(" "),
    dangerous: [...dangerous].toSorted(),
  };
  writeFileSync(OUT, `${JSON.stringify(data, null, 2)}\n`);
  console.log(`${programs.size} programs, ${dangerous.size} dangerous commands`);
}

const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-completions-"));
try {
  await main(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// Some of the modules keep a timer.
process.exit(0);
