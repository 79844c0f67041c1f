import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { HOME } from "./pages.table.js";
import { siteFile } from "./site-pages.js";

/** Where a link of a document leads on the site. */
export type LinkTarget =
  /** As it was written: another origin, or a heading of the same page. */
  | { readonly kind: "as-written" }
  /** A page, from the root of the site. */
  | { readonly kind: "page"; readonly href: string }
  /** A file or folder of the repository, at its address. */
  | { readonly kind: "repository"; readonly href: string }
  /** A file or folder of the repository, which has no address. */
  | { readonly kind: "file"; readonly file: string };

/** What a link is read against. */
export interface LinkContext {
  /** The root of the repository. */
  readonly root: string;
  /** The sources that are pages. */
  readonly sources: ReadonlySet<string>;
  /** The page of the repository, or "". */
  readonly repository: string;
}

/**
 * Reads a link as the repository means it, relative to the document.
 *
 * @param from the document, below the root
 * @throws Error when nothing is there
 */
export function linkTarget(href: string, from: string, context: LinkContext): LinkTarget {
  if (/^([a-z][a-z0-9+.-]*:|#|\/\/)/i.test(href)) return { kind: "as-written" };
  const [target = "", anchor] = decodeURI(href).split("#");
  const file = path.posix.normalize(path.posix.join(path.posix.dirname(from), target)).replace(/\/$/, "");
  const absolute = path.join(context.root, file);
  if (file.startsWith("..") || !existsSync(absolute))
    throw new Error(`${from}: the link \`${href}\` leads to nothing`);
  const isFolder = statSync(absolute).isDirectory();
  const source = pageOf(file, isFolder, anchor, context);
  const end = anchor === undefined ? "" : `#${anchor}`;
  if (source !== undefined) return { kind: "page", href: `/${siteFile(source)}${end}` };
  if (context.repository === "") return { kind: "file", file };
  const view = isFolder ? "tree" : "blob";
  return { kind: "repository", href: `${context.repository}/${view}/main/${encodeURI(file)}${end}` };
}

/** The source of the page that a file or folder is: of a folder, its README. The repository's own README is the front page. */
function pageOf(
  file: string,
  isFolder: boolean,
  anchor: string | undefined,
  { sources }: LinkContext,
): string | undefined {
  // Its headings are not those of the front page.
  if (file === "README.md" || file === ".") return anchor === undefined ? HOME : undefined;
  const source = isFolder ? `${file}/README.md` : file;
  return sources.has(source) ? source : undefined;
}
