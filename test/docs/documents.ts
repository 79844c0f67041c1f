import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { packageFolders } from "../../tools/package-folders.js";

const root = path.resolve(import.meta.dirname, "../..");

/** A document that readers see, with its path below the root. */
export interface Document {
  readonly name: string;
  readonly text: string;
}

/** The documents whose code is executed: README and SPEC of the workspace and of each package, and `docs`. */
export function documents(): Document[] {
  const packages = packageFolders(root).flatMap((name) => [
    `packages/${name}/README.md`,
    `packages/${name}/SPEC.md`,
  ]);
  const docs = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    // The site makes these, and they are not in git: a test must not depend on whether they have been made.
    .filter((name) => !name.startsWith("docs/reference/api/"));
  const others = [
    "README.md",
    "packages/README.md",
    "bench/README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "AGENTS.md",
  ];
  return [...others, ...docs, ...packages]
    .filter((name) => existsSync(path.join(root, name)))
    .map((name) => ({ name, text: readFileSync(path.join(root, name), "utf8") }));
}

/** The one whose examples the quick tier runs. */
export function isReadme(document: string): boolean {
  return document === "README.md";
}

/** Links of a document to files that are not there, and to headings that a Markdown file does not have. */
export function brokenLinks({ name, text }: Document): string[] {
  const links = withoutFences(text).replaceAll(/`[^`\n]*`/g, "");
  return [...links.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
    .filter((target) => {
      const [file = "", anchor] = decodeURI(target).split("#");
      const linked = path.resolve(root, file === "" ? name : path.join(path.dirname(name), file));
      if (!existsSync(linked)) return true;
      if (anchor === undefined || !linked.endsWith(".md")) return false;
      return !anchors(file === "" ? text : readFileSync(linked, "utf8")).has(anchor);
    });
}

/** The anchors of a Markdown text's headings, as GitHub makes them. */
function anchors(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, heading = ""] of withoutFences(text).matchAll(/^#{1,6} +(.*)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
    let unique = slug;
    for (let n = 1; found.has(unique); n++) unique = `${slug}-${n}`;
    found.add(unique);
  }
  return found;
}

function withoutFences(text: string): string {
  return text.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1/gm, "");
}
