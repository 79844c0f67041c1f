import { HOME_FILES, KNOWN_NAMES, TOP_FOLDERS } from "./known-names.table.js";
import { nameMatcher } from "./may-match.js";
import type { Surroundings } from "./surroundings.js";

/** What a wildcard stands for beside names that it spells: no glob of a policy has this character. */
const ANY = "\uFFFD";

/** The most names that are told: of a glob with more the set itself is what is meant. */
const MOST_NAMES = 24;

/**
 * The names that a glob is taken to mean (SPEC, "Wildcards"): its own text with `\uFFFD` for each wildcard, and the known names of
 * which it spells a part.
 *
 * @param path `/…` or `~/…`
 * @returns `null` where it has no wildcard, or too many names
 */
export function wildNames(
  path: string,
  around: Pick<Surroundings, "home" | "folds">,
): readonly string[] | null {
  if (!standsForOthers(path, around.folds)) return null;
  const [start = "", ...segments] = path.split("/");
  let names: readonly string[] = [start];
  let deep = -1;
  for (const [index, segment] of segments.entries()) {
    const choices = segment === "**" ? ["", ANY] : namesOf(segment, around.folds);
    if (segment === "**" && deep < 0) deep = index;
    const top = start === "" && index === 0 ? TOP_FOLDERS.filter(metBy(segment, around.folds)) : [];
    const all = [...new Set([...choices, ...top])];
    names = names.flatMap((before) => all.map((one) => (one === "" ? before : `${before}/${one}`)));
    if (names.length > MOST_NAMES) return null;
  }
  const found = deep < 0 ? [] : homeFiles(start, segments, deep, around);
  const told = [...new Set([...names, ...found])].filter((one) => one !== start);
  return told.length > MOST_NAMES || isOnly(told, path) ? null : told;
}

/** A wildcard that has no backslash in front. */
const WILD = /^(?:[^\\*?[]|\\[^])*[*?[]/;
const OPERATORS = /\\[^]|\[[!^]?(?:\\[^]|[^])(?:\\[^]|[^\]\\])*\]|[*?]+|[^]/g;

function metBy(segment: string, folds: boolean): (name: string) => boolean {
  if (segment === "**") return () => true;
  return WILD.test(segment) ? nameMatcher(segment, folds) : () => false;
}

/** `GIT~1`: the name of eight letters at most that Windows gives to `.git`, too. */
const SHORT = /(?:^|\/)[^/~]{1,6}~\d(?:\.[^/]{1,3})?(?=\/|$)/;

function standsForOthers(path: string, folds: boolean): boolean {
  return WILD.test(path) || (folds && SHORT.test(path));
}

/** A short name that no known one has is itself. */
function isOnly([first, second]: readonly string[], path: string): boolean {
  return first === path && second === undefined;
}

/** The known names that have this short name. */
function namesOfShort(segment: string): readonly string[] {
  const [name = "", end = ""] = segment.toLowerCase().split(".");
  const lead = name.slice(0, name.indexOf("~"));
  return KNOWN_NAMES.filter((one) => {
    const dot = one.lastIndexOf(".");
    const [base, rest] = dot > 0 ? [one.slice(0, dot), one.slice(dot + 1)] : [one, ""];
    const short = base.replaceAll(".", "").slice(0, 6).toLowerCase();
    return short === lead && rest.slice(0, 3).toLowerCase() === end;
  });
}

/** Of one name with wildcards; a name without is itself. */
function namesOf(segment: string, folds: boolean): readonly string[] {
  if (!WILD.test(segment))
    return folds && SHORT.test(segment) ? [segment, ...namesOfShort(segment)] : [segment];
  const own = segment.replace(OPERATORS, (part) => (isOperator(part) ? ANY : part)).replace(/\uFFFD+/g, ANY);
  return spells(segment) ? [own, ...KNOWN_NAMES.filter(nameMatcher(segment, folds))] : [own];
}

function isOperator(part: string): boolean {
  return part.startsWith("*") || part.startsWith("?") || (part.startsWith("[") && part.length > 2);
}

/** Whether a letter or digit of a name is spelled, or that it begins with a dot and nothing else. */
function spells(segment: string): boolean {
  const parts = segment.match(OPERATORS) ?? [];
  const written = parts.filter((part) => !isOperator(part) || /^\[[^!^\]]{1,3}\]$/.test(part)).join("");
  return /[\p{L}\p{N}]/u.test(written) || written === ".";
}

/** Files of the home directory below the first `**`, whose last name the glob spells. */
function homeFiles(
  start: string,
  segments: readonly string[],
  deep: number,
  { home, folds }: Pick<Surroundings, "home" | "folds">,
): readonly string[] {
  const last = segments.at(-1) ?? "";
  if (last === "**" || !spells(last)) return [];
  const root = start === "~" ? "~" : home;
  const folder = [start, ...segments.slice(0, deep)].join("/");
  if (root === null || !(root === folder || root.startsWith(`${folder}/`) || folder === "")) return [];
  const isNamed = nameMatcher(last, folds);
  return HOME_FILES.filter((one) => isNamed(one.slice(one.lastIndexOf("/") + 1))).map(
    (one) => `${root}/${one}`,
  );
}
