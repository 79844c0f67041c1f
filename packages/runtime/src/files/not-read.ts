import type { Dirent } from "node:fs";
import path from "node:path";
import { POLICY_EXTENSIONS } from "./file-limits.js";
import { holdsPolicies } from "./holds-policies.js";
import type { ListOptions } from "./list-options.js";
import { nearly } from "./nearly.js";
import { isDebris, isDocument, isPolicyName } from "./policy-name.js";

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
    if (roots.has(below)) return null;
    if (await holdsPolicies(below, extensions)) {
      return {
        name,
        message: "the sub-folder holds policy files: sub-folders are not read",
        cure: "move the files up",
        aside: false,
      };
    }
    if (entry.isDirectory()) return null;
  }
  if (BESIDE.test(name) || isDocument(name)) return null;
  const clean = name.replace(INVISIBLE, "");
  const kinds = extensions.join(", ");
  const cure = `name it with one of the endings ${kinds}, or move it elsewhere`;
  if (isPolicyName(clean, POLICY_EXTENSIONS)) {
    if (clean !== name && isPolicyName(clean, extensions)) {
      return { name, message: "its ending holds an invisible character: it is not read", cure, aside: false };
    }
    const message = `files that end in \`${path.extname(clean)}\` are not read here, only ${kinds}`;
    return { name, message, cure: "move it to the folder of its format", aside: false };
  }
  const base = PUT_ASIDE.exec(name)?.[1];
  if (base !== undefined) {
    // A backup next to its file, and an editor's swap file: the file itself is read.
    if ((name === `${base}~` || /\.sw[a-p]$/.test(name)) && present.has(base.replace(/^\./, ""))) return null;
    if (name.endsWith(".swp")) return null;
    return {
      name,
      message: "its name ends in something after the ending of a policy file: it is not read",
      cure: `to use it, name it \`${path.basename(base)}\`; else move it elsewhere`,
      aside: true,
    };
  }
  const ending = path.extname(clean).toLowerCase();
  if (OTHER_LANGUAGE.test(clean) || isMisspelt(ending.slice(1))) {
    return {
      name,
      message: `its ending \`${ending}\` is not one of ${kinds}: it is not read`,
      cure,
      aside: false,
    };
  }
  return null;
}

/** Whether an ending is one of ours with a typing error. The first letter is assumed to be right: `.xml` is not a `.yml`. */
function isMisspelt(ending: string): boolean {
  return ["yaml", "yml", "json"].some((one) => ending.startsWith(one.charAt(0)) && nearly(ending, one));
}
