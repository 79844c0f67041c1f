import path from "node:path";

import { markdownLinks } from "./markdown-links.js";

/** Where the files of a package can be read by those who have only its tarball. */
export interface PublishedPlace {
  /** The repository, `https://host/owner/name`. */
  readonly repository: string;
  /** The commit that is released: a branch would have moved on when the page is read. */
  readonly commit: string;
  /** Every file of that commit, below the root. */
  readonly tracked: ReadonlySet<string>;
  /** The files of the package's tarball, below the root. */
  readonly packed: ReadonlySet<string>;
}

/** The text with addresses that work from a tarball, and the links that lead nowhere. */
export interface PublishedText {
  readonly text: string;
  readonly problems: readonly string[];
}

/**
 * Turns the relative links of a package's document into addresses in the repository. Between documents of the tarball
 * they stay as they are, but in the README: the registry shows it alone.
 *
 * @param name the document, below the root of the repository
 */
export function publishedLinks(text: string, name: string, place: PublishedPlace): PublishedText {
  const { links, problems } = markdownLinks(text);
  const found = problems.map((problem) => `${name}: ${problem}`);
  const isShownAlone = path.posix.basename(name) === "README.md";
  const parts: string[] = [];
  let done = 0;
  for (const { kind, url, line, start, end } of links) {
    if (url.startsWith("#") || /^[a-z][a-z\d+.-]*:/i.test(url)) continue;
    const [file = "", anchor] = decodeURI(url).split("#");
    const target = path.posix.join(path.posix.dirname(name), file).replace(/\/$/, "");
    const view = viewOf(kind, target, place.tracked);
    if (view === undefined) {
      found.push(`${name}: line ${line}: \`${url}\` leads to no file of the commit`);
      continue;
    }
    if (!isShownAlone && place.packed.has(target)) continue;
    const address = `${place.repository}/${view}/${place.commit}/${encodeURI(target)}`;
    parts.push(text.slice(done, start), address, anchor === undefined ? "" : `#${encodeURI(anchor)}`);
    done = end;
  }
  return { text: parts.join("") + text.slice(done), problems: found };
}

/** The word that the repository's pages have for a file, a folder or a picture. */
function viewOf(
  kind: "link" | "image",
  target: string,
  tracked: ReadonlySet<string>,
): "blob" | "raw" | "tree" | undefined {
  if (tracked.has(target)) return kind === "image" ? "raw" : "blob";
  for (const file of tracked) if (file.startsWith(`${target}/`)) return kind === "link" ? "tree" : undefined;
  return undefined;
}
