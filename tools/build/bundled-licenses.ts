import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** The names, versions and licence texts of the npm packages that the modules of a bundle come from; a text that several have is there once. */
export function bundledLicenses(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((module) => packageFolder(module) ?? []));
  const entries = [...folders].map((folder) => {
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
      readonly name: string;
      readonly version: string;
      readonly license?: string;
    };
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const text = file === undefined ? "" : readFileSync(path.join(folder, file), "utf8").trim();
    return { title: `${manifest.name} ${manifest.version} (${manifest.license ?? "see below"})`, text };
  });
  const titles = new Map<string, readonly string[]>();
  for (const { title, text } of entries.toSorted((a, b) => (a.title < b.title ? -1 : 1)))
    titles.set(text, [...(titles.get(text) ?? []), title]);
  return [...titles].map(([text, of]) => `${of.join("\n")}\n\n${text}\n`).join(`\n${"-".repeat(80)}\n\n`);
}

function packageFolder(module: string): string | undefined {
  const found = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module.replace(/^\0/, ""));
  return found?.[1];
}
