import { doorProblems } from "./door-rule.js";
import { exceptions } from "./exceptions.table.js";
import { connecting, hostFree, pure } from "./import-graph.table.js";
import { resolveImport } from "./resolve-import.js";
import type { UseFact } from "./scan-source.js";
import type { SourceFile, SourcePackage } from "./source-file.js";

const maxLines = 400;
const vagueWords: ReadonlySet<string> = new Set([
  "util",
  "utils",
  "helper",
  "helpers",
  "common",
  "manager",
  "misc",
]);
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.ts$/;

const everywhere: Readonly<Partial<Record<UseFact["kind"], string>>> = {
  "code-from-text": "text never becomes code",
  "export-all": "an index is a list of names",
  network: "only the judge's provider opens connections, and the store of Redis",
  "pattern-from-text": "patterns from outside are RE2's, which do not backtrack",
  "module-state": "handlers, stores and providers are arguments: no module keeps state",
  exit: "a library leaves the process to its host",
};

const inPure: Readonly<Partial<Record<UseFact["kind"], string>>> = {
  clock: "time comes in as data",
  random: "the same arguments give the same answer",
  async: "the core never waits",
  "dynamic-import": "the core loads nothing while it runs",
};

/** What one file does that its package may not, one sentence each with file and line. */
export function fileProblems(
  file: SourceFile,
  from: SourcePackage,
  packages: readonly SourcePackage[],
): string[] {
  const problems: string[] = [];
  const place = `packages/${from.folder}/src/${file.name}`;
  for (const use of file.uses) {
    const reason = everywhere[use.kind] ?? (pure.includes(from.folder) ? inPure[use.kind] : undefined);
    if (reason !== undefined && !isExcepted(from, file, use.kind))
      problems.push(`${place}:${use.line}: no \`${use.text}\` here: ${reason}`);
  }
  problems.push(...importProblems(file, from, packages), ...doorProblems(file, from, packages));
  for (const { file: name, kind } of exceptions) {
    if (name === `${from.folder}/${file.name}` && !needsException(file, kind))
      problems.push(`${place}: nothing here needs the exception for ${kind}: remove it`);
  }
  if (file.lines > maxLines && !isData(file.name)) {
    problems.push(`${place}: ${file.lines} lines: at most ${maxLines}, except data in \`*.table.ts\``);
  }
  return [...problems, ...nameProblems(file.name).map((problem) => `${place}: ${problem}`)];
}

/** The modules of Node that open connections. */
const NETWORK = /^(node:)?(net|tls|http|https|http2|dgram|dns)(\/|$)/;

/** The modules of Node that make code of text. */
const CODE = /^(node:)?(vm|repl|inspector)(\/|$)/;

function needsException({ uses, imports }: SourceFile, kind: UseFact["kind"]): boolean {
  if (kind === "code-from-text" && imports.some(({ specifier }) => CODE.test(specifier))) return true;
  if (kind === "network" && imports.some(({ specifier }) => NETWORK.test(specifier))) return true;
  return uses.some((use) => use.kind === kind);
}

function isExcepted(from: SourcePackage, file: SourceFile, kind: UseFact["kind"]): boolean {
  return exceptions.some((one) => one.file === `${from.folder}/${file.name}` && one.kind === kind);
}

/** What is wrong with what a file imports. */
function importProblems(file: SourceFile, from: SourcePackage, packages: readonly SourcePackage[]): string[] {
  return file.imports.flatMap(({ specifier, line }) => {
    const target = resolveImport(specifier, file.name, from, packages);
    const at = `packages/${from.folder}/src/${file.name}:${line}`;
    switch (target.kind) {
      case "outside":
        return [`${at}: \`${specifier}\` is no file of this package's src: import packages by their name`];
      case "builtin":
        return builtinProblems(specifier, from, file).map((problem) => `${at}: ${problem}`);
      case "npm": {
        const place = connecting[target.name];
        return place === undefined || `${from.folder}/${file.name}`.startsWith(place)
          ? []
          : [`${at}: \`${specifier}\` opens connections: only ${place} may import it`];
      }
      case "package":
        return target.folder === from.folder ? [`${at}: import files of the own package by their path`] : [];
      default:
        return [];
    }
  });
}

function builtinProblems(specifier: string, from: SourcePackage, file: SourceFile): string[] {
  const problems: string[] = [];
  if (hostFree.includes(from.folder)) problems.push(`\`${specifier}\`: ${from.folder} runs without a host`);
  if (!specifier.startsWith("node:")) problems.push(`write \`node:${specifier}\``);
  if (CODE.test(specifier) && !isExcepted(from, file, "code-from-text")) {
    problems.push(`no \`${specifier}\`: text never becomes code`);
  }
  if (NETWORK.test(specifier) && !isExcepted(from, file, "network"))
    problems.push(`no \`${specifier}\` here: ${everywhere.network ?? ""}`);
  return problems;
}

function isData(name: string): boolean {
  return name.endsWith(".table.ts") || name.endsWith(".generated.ts");
}

function nameProblems(name: string): string[] {
  const parts = name.split("/");
  const problems: string[] = [];
  const last = parts.at(-1) ?? "";
  if (!kebabCase.test(last)) problems.push("a file name is kebab-case");
  for (const word of parts.flatMap((part) => part.split(/[-.]/))) {
    if (vagueWords.has(word)) problems.push(`\`${word}\` says nothing: name what is in it`);
  }
  return problems;
}
