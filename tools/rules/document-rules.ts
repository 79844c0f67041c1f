import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import type { House } from "../house/house-source.js";
import { type Finding, ownerOf } from "./finding.js";

/** Documents whose paths have to be there: what a newcomer follows. */
const FOLLOWED = ["CONTRIBUTING.md", "AGENTS.md", "docs/architecture.md"];
/** Sentences that a reader stumbles over. */
const PROSE =
  /\b(?:is none|are none|of which nothing|is told|are told|only told|looked at|whatever (?:[\w`'-]+ ){1,4}(?:is|are|says))\b/gi;
const GENERATED = /<!-- (?:Written|Generated) by [^>]*do not edit/i;

/** What documents, comments and the list of tracked files break. */
export function documentFindings(house: House): readonly Finding[] {
  const tracked = trackedFiles(house.root);
  const documents = tracked.filter((place) => place.endsWith(".md"));
  return [
    ...FOLLOWED.filter((place) => tracked.includes(place)).flatMap((place) =>
      pathFindings(house.root, place, tracked),
    ),
    ...house.sources.flatMap(({ place, syntax }) => proseFindings(place, commentsOf(syntax.text))),
    ...documents.flatMap((place) => {
      const text = readFileSync(path.join(house.root, place), "utf8");
      const isGenerated = GENERATED.test(text) || /^docs\/(?:codes|reference\/api)\//.test(place);
      if (!isGenerated) return proseFindings(place, text);
      return [{ rule: "R12", of: ownerOf(place), says: `${place}: a generated page is not tracked` }];
    }),
  ];
}

function pathFindings(root: string, place: string, tracked: readonly string[]): readonly Finding[] {
  const text = readFileSync(path.join(root, place), "utf8");
  const named = text.matchAll(/`((?:packages|tools|docs|test|bench|examples|packs|conformance)\/[^`\s]+)`/g);
  return Array.from(named, ([, one = ""]) => one)
    .filter((one) => !isThere(one, tracked))
    .map((one) => ({ rule: "R10", of: ownerOf(place), says: `${place}: \`${one}\` does not exist` }));
}

/** A file or a folder; `<host>` and `*` stand for any part of a path. */
function isThere(named: string, tracked: readonly string[]): boolean {
  const parts = named
    .replace(/#.*$/, "")
    .replace(/\/$/, "")
    .split(/<[\w-]+>|\*+/);
  const pattern = new RegExp(
    `^${parts.map((part) => part.replaceAll(/[.+?^$()|[\]{}\\]/g, String.raw`\$&`)).join("[^/]+")}(?:/|$)`,
  );
  return tracked.some((place) => pattern.test(place));
}

function proseFindings(place: string, text: string): readonly Finding[] {
  return Array.from(text.matchAll(PROSE), ([words]) => ({
    rule: "R11",
    of: ownerOf(place),
    says: `${place}: \`${words}\`: say it as a native speaker does`,
  }));
}

/** The lines of comments; a string that begins like one is counted, too. */
function commentsOf(text: string): string {
  return text
    .split("\n")
    .filter((line) => /^\s*(?:\/\*\*|\*|\/\/)/.test(line))
    .join("\n");
}

function trackedFiles(root: string): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  return listed.split("\0").filter((place) => place !== "" && existsSync(path.join(root, place)));
}
