import type { SetGroup } from "./set-shape.js";

/** Every home directory: that of the event, and those of other users and systems. */
const HOMES = "{~,/root,/home/*,/Users/*,/?/Users/*}";
const HOMES_COUNT = 5;
/** A glob of the condition language has at most 1,000 units, and stands for at most 256. */
const MOST_UNITS = 900;
const MOST_GLOBS = 250;

/**
 * The arguments of one call of `in` and the like for each part of a group: a glob, and what is taken out of it.
 * What begins alike is together, so that a path that begins otherwise is told at once.
 */
export function callArguments({ members, except }: SetGroup): readonly string[] {
  const taken = except.length === 0 ? "" : `, ${JSON.stringify(braced(except.map(everyHome)))}`;
  const kinds = [isHome, isAnywhere, isElse].map((test) => members.filter(test).map(everyHome));
  return kinds.flatMap((globs) => chunks(globs).map((chunk) => JSON.stringify(braced(chunk)) + taken));
}

const isHome = (glob: string): boolean => /^~(?:\/|$)/.test(glob);
const isAnywhere = (glob: string): boolean => glob.startsWith("**");
const isElse = (glob: string): boolean => !isHome(glob) && !isAnywhere(glob);

function everyHome(glob: string): string {
  return isHome(glob) ? HOMES + glob.slice(1) : glob;
}

function braced(globs: readonly string[]): string {
  const [only = ""] = globs;
  if (globs.length < 2) return only;
  // The homes are written once where all begin with them.
  return globs.every((glob) => glob.startsWith(`${HOMES}/`))
    ? `${HOMES}/{${globs.map((glob) => glob.slice(HOMES.length + 1)).join(",")}}`
    : `{${globs.join(",")}}`;
}

function chunks(globs: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  let units = 0;
  let count = 0;
  for (const glob of globs) {
    const size = countOf(glob);
    const last = all.at(-1);
    if (last === undefined || units + glob.length > MOST_UNITS || count + size > MOST_GLOBS) {
      all.push([glob]);
      units = 0;
      count = 0;
    } else last.push(glob);
    units += glob.length + 1;
    count += size;
  }
  return all;
}

/** At least as many globs as its braces stand for. */
function countOf(glob: string): number {
  let product = 1;
  for (const [, options = ""] of glob.matchAll(/\{([^{}]*)\}/g)) product *= options.split(",").length;
  return Math.max(product, glob.startsWith(HOMES) ? HOMES_COUNT : 1) + (glob.match(/,/g)?.length ?? 0);
}
