import type { Stats } from "node:fs";
import path from "node:path";
import { lstat, realpath, stat } from "../looks/recorded-fs.js";
import { FILE_LIMITS, POLICY_EXTENSIONS } from "./file-limits.js";
import { notAFile, problem, problemOf, showPath } from "./file-problem.js";
import { listDirectory } from "./list-directory.js";
import { nearNames } from "./near-names.js";
import { isPolicyName } from "./policy-name.js";
import type { PolicyRoot } from "./policy-root.js";
import { writableByOthers } from "./read-inside.js";
import { type Candidate, openToOthers, type Reading } from "./reading.js";
import { isInside, absolutePath, startsAtHome } from "./absolute-path.js";

/**
 * Reads one root into a reading. Never throws.
 *
 * @param index of the root among those given
 */
export async function readRoot(
  root: PolicyRoot,
  index: number,
  base: { readonly cwd: string; readonly home: string },
  reading: Reading,
): Promise<void> {
  const { tier = "project" } = root;
  const shown = showPath(root.shownAs ?? root.path);
  if (startsAtHome(root.path) && !path.isAbsolute(base.home)) {
    const message = "the home directory is not an absolute path, so `~` leads nowhere";
    reading.fail(problem("no-home", message, "set HOME"), shown, tier);
    return;
  }
  const given = absolutePath(root.path, base);
  let stats: Stats;
  let real: string;
  try {
    const parent = await realpath(path.dirname(given));
    stats = await stat(given);
    // A file's root is the directory it was named in; a directory may itself be a link, its files may not lead out.
    real = stats.isDirectory() ? await realpath(given) : parent;
    if (root.within !== undefined && !isInside(await realpath(root.within), real)) {
      const message = "the place leads out of the folder it belongs to by a link: nothing of it is read";
      const cure = "put the files there, or name them on the command line";
      reading.fail(problem("path-outside-root", message, cure), shown, tier);
      return;
    }
  } catch (error) {
    await fail(error, root, given, shown, reading);
    await lookBeside(root, given, reading);
    return;
  }
  await lookBeside(root, given, reading);
  const counted = tier === "project" && root.named !== true;
  const common = { inside: real, tier, root: index, counted };
  if (stats.isFile()) {
    if (!reading.mayRead(1, common, shown)) return;
    await reading.read({ ...common, file: path.join(real, path.basename(given)), shown });
  } else if (stats.isDirectory()) {
    if (writableByOthers(stats)) reading.warn(openToOthers("directory", shown));
    await readDirectory(root, common, reading);
  } else {
    reading.fail(notAFile(), shown, tier);
  }
}

async function readDirectory(
  root: PolicyRoot,
  common: Omit<Candidate, "file" | "shown">,
  reading: Reading,
): Promise<void> {
  const { inside, tier } = common;
  const { extensions = POLICY_EXTENSIONS, required = false } = root;
  const show = (name: string): string => showPath(path.join(root.shownAs ?? root.path, name));
  const depth = Math.min(root.depth ?? 0, FILE_LIMITS.depth);
  try {
    const options = { extensions, depth, roots: reading.directories };
    const { names, problems, unread, entries } = await listDirectory(inside, options);
    if (!reading.mayRead(names.length, common, show("."))) return;
    for (const one of problems) reading.fail(one, show("."), tier);
    // Of the organisation's folder, what was meant as a policy and is not read is missing.
    const missing = tier === "enforced" ? unread.filter((one) => !one.aside) : [];
    for (const { name, message, cure } of missing)
      reading.fail(problem("not-read", message, cure), show(name), tier);
    reading.leaveUnread(
      unread.filter((one) => !missing.includes(one)),
      show,
    );
    const nothing = names.length + problems.length + unread.length === 0;
    if (nothing && (entries === 0 || required || tier === "project")) {
      const message = `the folder holds no policy file (${extensions.join(", ")})`;
      reading.leaveUnread(
        [{ name: ".", message, cure: "put one there, or remove the folder", aside: true }],
        show,
      );
    }
    for (const name of names) {
      await reading.read({ ...common, file: path.join(inside, name), shown: show(name) });
    }
  } catch (error) {
    reading.fail(problemOf(error), show("."), tier);
  }
}

/** Notes what is next to a place that was not named, under nearly its name. */
async function lookBeside(root: PolicyRoot, given: string, reading: Reading): Promise<void> {
  if (root.required !== false) return;
  const above = path.dirname(root.shownAs ?? root.path);
  reading.leaveUnread(await nearNames(given, reading.directories), (name) =>
    showPath(path.join(above, name)),
  );
}

/** A missing root is a problem only if it was named; a link that leads nowhere always is. */
async function fail(
  error: unknown,
  root: PolicyRoot,
  given: string,
  shown: string,
  reading: Reading,
): Promise<void> {
  const { tier = "project" } = root;
  const required = root.required ?? isPolicyName(path.basename(root.path), POLICY_EXTENSIONS);
  const found = problemOf(error);
  if (found.code !== "not-found") {
    reading.fail(found, shown, tier);
    return;
  }
  const link = await linkToNowhere(given);
  if (link !== null) {
    const message = `the link \`${showPath(link)}\` leads nowhere`;
    reading.fail(problem("not-found", message, "repair or remove the link"), shown, tier);
  } else if (required) reading.fail(found, shown, tier);
}

/** The link among the parts of a missing path that leads nowhere, or null: null if a part is missing. */
async function linkToNowhere(file: string): Promise<string | null> {
  for (let part = file; part !== path.dirname(part); part = path.dirname(part)) {
    try {
      if (!(await lstat(part)).isSymbolicLink()) return null;
    } catch {
      continue;
    }
    try {
      await stat(part);
      return null;
    } catch {
      return part;
    }
  }
  return null;
}
