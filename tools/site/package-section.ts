import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { PageRow, SiteSection } from "./site-row.js";
import { packageFolders } from "../package-folders.js";

/** The section of the packages that are published: the README of each, with its specifications below. */
export function packageSection(root: string): SiteSection {
  const rows = packageFolders(root).flatMap((folder) => {
    const manifest = path.join(root, "packages", folder, "package.json");
    const { name, private: isPrivate } = JSON.parse(readFileSync(manifest, "utf8")) as {
      readonly name: string;
      readonly private?: boolean;
    };
    return isPrivate === true ? [] : packageRow(root, `packages/${folder}`, name);
  });
  return { title: "Packages", rows, isClosed: true };
}

function packageRow(root: string, folder: string, name: string): readonly PageRow[] {
  const exists = (source: string): boolean => existsSync(path.join(root, source));
  const source = `${folder}/README.md`;
  if (!exists(source)) return [];
  const specifications = [
    { kind: "page" as const, source: `${folder}/SPEC.md`, title: "Specification" },
    ...readdirSync(path.join(root, folder)).map((part) => ({
      kind: "page" as const,
      source: `${folder}/${part}/SPEC.md`,
      title: `Specification: ${part}`,
    })),
  ].filter((row) => exists(row.source));
  const title = name.replace("@gatehouse-hooks/", "");
  return [{ kind: "page", source, title, under: specifications }];
}
