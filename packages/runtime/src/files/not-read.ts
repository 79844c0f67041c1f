import type { Dirent } from "node:fs";
import path from "node:path";
import { POLICY_EXTENSIONS } from "./file-limits.js";
import { holdsPolicies } from "./holds-policies.js";
import { editDistance } from "@gatehouse-hooks/json";
import { isDebris, isDocument, isPolicyName } from "./policy-name.js";

/**
 * What Gatehouse itself keeps in its folder beside policies. It changes with most calls: what was compiled would never stay fresh if it
 * counted, and none of it is a policy file that a person has put in the wrong place.
 */
export const OWN_FOLDERS: readonly string[] = [
  "approvals",
  "audit",
  "bin",
  "cache",
  "mcp",
  "run",
  "schema",
  "snapshots",
  "state",
];

/** An entry of a directory that looks like policies and is not read. */
export interface NotRead {
  /** Its path below the directory. */
  readonly name: string;
  readonly message: string;
  readonly cure: string;
  /** Whether it was put aside: a backup, or a file that is switched off. */
  readonly aside: boolean;
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}]/gu;
/** A policy file's ending with something after it: `.yaml.bak`, `.yml~`, `.yaml.disabled`. */
const PUT_ASIDE = /^(.+\.(?:ya?ml|json|md))(?:~|[._-][\w.~-]*)$/i;
/** Endings of configuration in other languages, as they are taken for ours. */
const OTHER_LANGUAGE = /\.(?:toml|txt|conf|cfg|ini|xml|hcl|cue|rego|cedar|markdown|mdx)$/i;
/** Written next to policy files by us and by others, and never one. */
const BESIDE = /\.(?:sig|pub|pem|jsonl|lock)$/i;

/**
 * Why an entry that is not a policy file by its name was probably meant as one, or null. Sub-folders are looked into, files are
 * not. Never throws.
 *
 * @param present all names of the directory
 */
export async function notRead(
  directory: string,
  entry: Dirent,
  present: ReadonlySet<string>,
  { extensions, roots }: ListOptions,
): Promise<NotRead | null> {
  const { name } = entry;
  if (isDebris(name)) return null;
  if (entry.isDirectory() || entry.isSymbolicLink()) {
    const below = path.join(directory, name);
    if (roots.has(below) || (path.basename(directory) === ".gatehouse" && OWN_FOLDERS.includes(name)))
      return null;
    if (await holdsPolicies(below, extensions)) {
      return {
        name,
        message: "the sub-folder holds policy files: sub-folders are not read",
        cure: "move up what is a policy file; leave what belongs to something else",
        aside: false,
      };
    }
    if (entry.isDirectory()) return null;
  }
  if (BESIDE.test(name) || isDocument(name)) return null;
  const clean = name.replace(INVISIBLE, "");
  if (isPolicyName(clean, POLICY_EXTENSIONS)) return elsewhere(name, clean, extensions);
  const aside = putAside(name, present);
  return aside === undefined ? oddEnding(name, clean, extensions) : aside;
}

function endingCure(extensions: readonly string[]): string {
  return `name it with one of the endings ${extensions.join(", ")}, or move it elsewhere`;
}

/** A policy file of another format's folder, or of this one with a character that is not seen. */
function elsewhere(name: string, clean: string, extensions: readonly string[]): NotRead {
  if (clean !== name && isPolicyName(clean, extensions)) {
    const message = "its ending holds an invisible character: it is not read";
    return { name, message, cure: endingCure(extensions), aside: false };
  }
  const message = `files that end in \`${path.extname(clean)}\` are not read here, only ${extensions.join(", ")}`;
  return { name, message, cure: "move it to the folder of its format", aside: false };
}

function putAside(name: string, present: ReadonlySet<string>): NotRead | null | undefined {
  const base = PUT_ASIDE.exec(name)?.[1];
  if (base === undefined) return undefined;
  // A backup beside its file, and an editor's swap file: the file itself is read.
  if ((name === `${base}~` || /\.sw[a-p]$/.test(name)) && present.has(base.replace(/^\./, ""))) return null;
  if (name.endsWith(".swp")) return null;
  return {
    name,
    message: "its name ends in something after the ending of a policy file: it is not read",
    cure: `to use it, name it \`${path.basename(base)}\`; else move it elsewhere`,
    aside: true,
  };
}

function oddEnding(name: string, clean: string, extensions: readonly string[]): NotRead | null {
  const ending = path.extname(clean).toLowerCase();
  if (!OTHER_LANGUAGE.test(clean) && !isMisspelt(ending.slice(1))) return null;
  const message = `its ending \`${ending}\` is not one of ${extensions.join(", ")}: it is not read`;
  return { name, message, cure: endingCure(extensions), aside: false };
}

/** Whether an ending is one of ours with a typing error. The first letter is assumed to be right: `.xml` is not a `.yml`. */
function isMisspelt(ending: string): boolean {
  return ["yaml", "yml", "json"].some(
    (one) => ending.startsWith(one.charAt(0)) && editDistance(ending, one, 1) <= 1,
  );
}

/** How a directory is listed. */
export interface ListOptions {
  readonly extensions: readonly string[];
  /** Levels of sub-folders that are read, too. */
  readonly depth: number;
  /** Directories, absolute and without links, that are roots themselves. */
  readonly roots: ReadonlySet<string>;
}
