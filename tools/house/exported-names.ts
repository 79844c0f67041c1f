import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import {
  isExportDeclaration,
  isImportDeclaration,
  isNamedExports,
  isNamedImports,
  isStringLiteral,
} from "typescript/unstable/ast";

import { resolveImport } from "../imports/resolve-import.js";
import { scanExports } from "../names/scan-exports.js";
import type { House } from "./house-source.js";

/** A name that an entry of a published package exports. */
interface Exported {
  readonly of: string;
  readonly name: string;
}

/** The names that the entries of published packages export, each once for its package. */
export function exportedNames(house: House): readonly string[] {
  return exportsOf(house).map(({ of, name }) => `${of}: ${name}`);
}

/** Exported names that nothing outside the package imports, and no document mentions. */
export function unreadNames(house: House): readonly string[] {
  const readers = importedNames(house);
  const documents = wordsOfDocuments(house.root);
  return exportsOf(house)
    .filter(({ of, name }) => !readers.has(`${of}: ${name}`) && !documents.has(name))
    .map(({ of, name }) => `${of}: ${name}`);
}

/** Of them, those that no signature of their package's API reports names: nothing would miss them. */
export function unneededNames(house: House): readonly string[] {
  const signatures = new Map<string, readonly string[]>();
  return unreadNames(house).filter((text) => {
    const [of = "", name = ""] = text.split(": ");
    const known = signatures.get(of) ?? signaturesOf(path.join(house.root, "packages", of, "api"));
    signatures.set(of, known);
    const declared = new RegExp(`^export [a-z ]*\\b${name}\\b`, "m");
    const named = new RegExp(`\\b${name}\\b`);
    return !known.some((one) => named.test(one) && !declared.test(one));
  });
}

/** Names that files of two packages or more declare and export. */
export function namesDeclaredTwice(house: House): readonly string[] {
  return exportedTwice(house).map(({ name, packages }) => `${name}: ${packages.join(", ")}`);
}

/** A name that files of several packages declare and export. */
export interface ExportedTwice {
  readonly name: string;
  readonly packages: readonly string[];
}

/** The same with their packages apart. */
export function exportedTwice({ sources }: House): readonly ExportedTwice[] {
  const declared = new Map<string, Set<string>>();
  for (const { of = "", name: file, syntax } of sources) {
    for (const { kind, name } of scanExports(syntax.text, file))
      if (kind !== "passed") declared.set(name, (declared.get(name) ?? new Set()).add(of));
  }
  return [...declared]
    .filter(([, packages]) => packages.size > 1)
    .map(([name, packages]) => ({ name, packages: [...packages].toSorted() }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function exportsOf({ packages, sources }: House): readonly Exported[] {
  const texts = new Map(sources.map(({ of, name, syntax }) => [`${of}/${name}`, syntax.text]));
  return packages.flatMap(({ folder, entries, isPrivate }) => {
    if (isPrivate === true) return [];
    const names = Object.values(entries).flatMap((entry) =>
      scanExports(texts.get(`${folder}/${entry}`) ?? "", entry).map(({ name }) => name),
    );
    return [...new Set(names)].map((name) => ({ of: folder, name }));
  });
}

/** The declarations in a folder of API reports, without imports and names that are passed on. */
function signaturesOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((file) => readFileSync(path.join(folder, file), "utf8").split(/\n\n+/))
    .filter((block) => /^export (?!\{)/m.test(block));
}

/** What files import from packages that are not theirs, tests, tools, benches and examples among them. */
function importedNames({ files, packages }: House): ReadonlySet<string> {
  const found = new Set<string>();
  const nowhere = { folder: "", npmName: "", entries: {}, internal: {}, files: [] };
  for (const { syntax, place } of files) {
    const own = /^packages\/([^/]+)\//.exec(place)?.[1];
    for (const statement of syntax.statements) {
      if (!isImportDeclaration(statement) && !isExportDeclaration(statement)) continue;
      const from = statement.moduleSpecifier;
      if (from === undefined || !isStringLiteral(from)) continue;
      const target = resolveImport(from.text, place, nowhere, packages);
      if (target.kind !== "package" || target.folder === own) continue;
      const named = isImportDeclaration(statement)
        ? statement.importClause?.namedBindings
        : statement.exportClause;
      if (named === undefined || !(isNamedImports(named) || isNamedExports(named))) continue;
      for (const { name, propertyName } of named.elements)
        found.add(`${target.folder}: ${(propertyName ?? name).text}`);
    }
  }
  return found;
}

/** The words of the documents that people write: generated ones mention every name. */
function wordsOfDocuments(root: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const file of [...documentsIn(path.join(root, "docs")), ...documentsIn(path.join(root, "packages"))])
    for (const word of readFileSync(file, "utf8").match(/\w+/g) ?? []) words.add(word);
  return words;
}

/** Folders whose documents nobody has written. */
const UNWRITTEN: ReadonlySet<string> = new Set(["node_modules", "reference", "api", "codes"]);

/** Not by a recursive reading, which follows the links of `node_modules` for a minute. */
function documentsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const below = path.join(folder, entry.name);
    if (entry.isDirectory()) return UNWRITTEN.has(entry.name) ? [] : documentsIn(below);
    return entry.name.endsWith(".md") ? [below] : [];
  });
}
