import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseHTML } from "linkedom";
import { readAddresses, siteBase } from "../addresses.js";

/** What the links of a built site lead to. */
export interface LinkReport {
  readonly pages: number;
  /** The links within the site that were followed. */
  readonly links: number;
  /** One sentence for each that leads to nothing. */
  readonly broken: readonly string[];
}

/** Follows every link, script, style and picture of the pages of a folder that stays on the site, with its anchor. */
export function brokenLinksOf(dist: string): LinkReport {
  const base = siteBase(readAddresses());
  const files = new Set(
    readdirSync(dist, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll(path.sep, "/")),
  );
  const names = [...files].filter((file) => file.endsWith(".html") && !file.startsWith("playground/"));
  const pages = new Map(names.map((name) => [name, readPage(path.join(dist, name))]));
  const broken: string[] = [];
  let links = 0;
  for (const [name, { targets }] of pages)
    for (const target of targets) {
      const url = new URL(target, `http://site${base}${name}`);
      if (url.origin !== "http://site") continue;
      links++;
      const file = url.pathname.startsWith(base)
        ? decodeURIComponent(url.pathname.slice(base.length))
        : undefined;
      const found =
        file === undefined
          ? undefined
          : [file, `${file}index.html`.replace(/^\//, "")].find((at) => files.has(at));
      const anchor = decodeURIComponent(url.hash.slice(1));
      const ids = found === undefined ? undefined : pages.get(found)?.ids;
      if (found === undefined) broken.push(`${name}: \`${target}\` leads to nothing`);
      else if (anchor !== "" && ids?.has(anchor) !== true)
        broken.push(`${name}: \`${target}\` leads to no heading`);
    }
  return { pages: pages.size, links, broken };
}

interface Page {
  readonly ids: ReadonlySet<string>;
  readonly targets: ReadonlySet<string>;
}

function readPage(file: string): Page {
  const { document } = parseHTML(readFileSync(file, "utf8"));
  const values = (selector: string, name: string): readonly string[] =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? "");
  return {
    ids: new Set(values("[id]", "id")),
    targets: new Set([...values("[href]", "href"), ...values("[src]", "src")]),
  };
}
