import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** A document that readers see, with its path below the root. */
export interface Document {
  readonly name: string;
  readonly text: string;
}

/** The documents whose code is executed: README and SPEC of the workspace and of each package, and `docs`. */
export function documents(): Document[] {
  const packages = readdirSync(path.join(root, "packages")).flatMap((name) => [
    `packages/${name}/README.md`,
    `packages/${name}/SPEC.md`,
  ]);
  const docs = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  const others = ["README.md", "bench/README.md", "CONTRIBUTING.md", "SECURITY.md", "AGENTS.md"];
  return [...others, ...docs, ...packages]
    .filter((name) => existsSync(path.join(root, name)))
    .map((name) => ({ name, text: readFileSync(path.join(root, name), "utf8") }));
}

/** Links of a document to files that are not there. */
export function brokenLinks({ name, text }: Document): string[] {
  const withoutCode = text.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...withoutCode.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target) && !target.startsWith("#"))
    .filter(
      (target) => !existsSync(path.resolve(root, path.dirname(name), decodeURI(target).replace(/#.*$/, ""))),
    );
}
