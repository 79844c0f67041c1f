import path from "node:path";

import type { Node, SourceFile } from "typescript/unstable/ast";
import { API, type Checker } from "typescript/unstable/sync";

import { readPackages, type SourcePackage } from "../imports/source-file.js";

/** A file of the workspace that the compiler has read. */
export interface HouseFile {
  /** Below the root, with `/`. */
  readonly place: string;
  /** The package whose source this is; nothing for tests, tools and the like. */
  readonly of: string | undefined;
  /** Below the package's `src`; the place where it is no package's source. */
  readonly name: string;
  readonly lines: number;
  readonly syntax: SourceFile;
}

/** The workspace, as the compiler knows it. */
export interface House {
  readonly root: string;
  readonly packages: readonly SourcePackage[];
  /** Every file of the workspace. */
  readonly files: readonly HouseFile[];
  /** The sources of the packages. */
  readonly sources: readonly HouseFile[];
  readonly checker: Checker;
}

const SOURCE = /^packages\/([^/]+)\/src\/(.+)$/;

/** Opens the workspace, hands it on, and ends the compiler. */
export function withHouse<Result>(root: string, use: (house: House) => Result): Result {
  const api = new API({ cwd: root });
  try {
    const [project] = api
      .updateSnapshot({ openProjects: [path.join(root, "tsconfig.test.json")] })
      .getProjects();
    if (project === undefined) throw new Error(`no tsconfig.test.json in ${root}`);
    const files = project.program.getSourceFileNames().flatMap((file) => {
      const place = path.relative(root, file).split(path.sep).join("/");
      if (place.startsWith("..") || /(?:^|\/)node_modules\//.test(place)) return [];
      const syntax = project.program.getSourceFile(file);
      return syntax === undefined ? [] : [houseFile(place, syntax)];
    });
    const sources = files.filter((file) => file.of !== undefined);
    return use({
      root,
      packages: readPackages(path.join(root, "packages")),
      files,
      sources,
      checker: project.checker,
    });
  } finally {
    api.close();
  }
}

function houseFile(place: string, syntax: SourceFile): HouseFile {
  const [, of, name = place] = SOURCE.exec(place) ?? [];
  // The compiler's own would be decoded anew each time that a node is asked where it begins.
  Object.defineProperty(syntax, "text", { value: syntax.text });
  return { place, of, name, lines: syntax.text.split("\n").length - 1, syntax };
}

/** Calls `visit` with each node below `node`, and itself. */
export function eachNode(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => {
    eachNode(child, visit);
    return undefined;
  });
}

/** The line of a position, from 1. */
export function lineAt(syntax: SourceFile, position: number): number {
  const { text } = syntax;
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < position; end = text.indexOf("\n", end + 1)) line++;
  return line;
}

/** Where a node's text begins: what lies before it, such as comments, is left out. */
export function startOf(node: Node, syntax: SourceFile): number {
  return node.getStart(syntax);
}
