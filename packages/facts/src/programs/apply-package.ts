import { type Field, literalOf, resolvePath, showField } from "@gatehouse-hooks/shell";
import type { Surroundings } from "../paths/surroundings.js";
import type { ProgramCall } from "./program-call.js";
import type { ProgramUsage } from "./program-row.js";

/** Options with which only what is installed or cached runs. */
const STAYS_LOCAL: readonly string[] = ["--no-install", "--no", "--no-yes", "--offline"];

/** The most folders, from the working directory upwards, in which an installed program is looked for. */
const MOST_FOLDERS = 16;

/** The action `package.run` for each package that may be downloaded and run at once: its name and version as they are written. */
export function applyPackage(context: ProgramCall, run: ProgramUsage["package"] & {}): void {
  if (run === "never" || context.has(...STAYS_LOCAL)) return;
  for (const field of packagesOf(context)) {
    const name = literalOf(field);
    if (name !== null && isLocal(name)) continue;
    if (run === "versioned" && name !== null && !/.@/.test(name)) continue;
    if (run === "missing" && name !== null && isInstalled(context, name)) continue;
    const shown = showField(field);
    context.action("package.run", run === "create" ? creatorOf(shown) : shown, context.call.span);
  }
}

function packagesOf(context: ProgramCall): readonly Field[] {
  const named = context.given.flatMap(({ option, value }) =>
    option.role === "target" && value !== null ? [value] : [],
  );
  const [first] = context.operands;
  return named.length > 0 || first === undefined ? named : [first.field];
}

/** A folder is not downloaded. */
function isLocal(name: string): boolean {
  return name === "" || name === "." || name === ".." || /^(?:\.{0,2}\/|file:)/.test(name);
}

/** `vite@latest` is `create-vite@latest`, `@a` is `@a/create`, `@a/b` is `@a/create-b`. */
function creatorOf(name: string): string {
  const [, scope = "", rest = ""] = /^(@[^/@]+)?(.*)$/s.exec(name) ?? [];
  if (scope === "") return `create-${name}`;
  return rest.startsWith("/") ? `${scope}/create-${rest.slice(1)}` : `${scope}/create${rest}`;
}

/**
 * Whether `node_modules/.bin` of a folder that the call runs in, or of one above it, has a program of that name; false where nothing
 * can be looked at.
 */
function isInstalled({ directories, call, reading }: ProgramCall, name: string): boolean {
  const { around } = reading;
  if (call.place !== "here" || around.walk === null || !/^[\w.-]+$/.test(name)) return false;
  return directories.length > 0 && directories.every((one) => isInstalledIn(one, name, around));
}

function isInstalledIn(directory: Field, name: string, { walk }: Surroundings): boolean {
  const folder = literalOf(resolvePath(".", directory));
  if (walk === null || folder === null || !folder.startsWith("/")) return false;
  const names = walk.real(folder).split("/");
  for (let count = 0; count < MOST_FOLDERS && names.length > 1; count++, names.pop()) {
    const programs = walk.along(`${names.join("/")}/node_modules/.bin`, false);
    if (!programs.isChecked) continue;
    const { kind } = walk.looks.at(`${programs.path}/${name}`);
    if (kind === "link" || kind === "other") return true;
  }
  return false;
}
