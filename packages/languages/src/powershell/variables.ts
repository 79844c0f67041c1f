import type { WordPart } from "@gatehouse-hooks/shell";
import { environmentParts, folderOr, folderPath } from "../script/windows-names.js";
import { variablePart } from "../script/script-nodes.js";

const NAMED: Readonly<Record<string, string>> = {
  home: "~",
  profile: "~/Documents/PowerShell/Microsoft.PowerShell_profile.ps1",
  pshome: "C:/Program Files/PowerShell/7",
  null: "",
  true: "True",
  false: "False",
};

/** A variable of PowerShell, without its dollar sign. */
export function variableParts(written: string, start: number, many = false): readonly WordPart[] {
  const name = written.toLowerCase().replace(/^(?:script|global|local|private|using|variable|workflow):/, "");
  if (name.startsWith("env:")) return environmentParts(name.slice(4), start);
  const known = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (name === "profile") return folderOr(variableName(name), folderPath(known ?? "", start), start);
  if (known !== undefined) return folderPath(known, start);
  if (name === "pwd") return [variablePart("PWD", start)];
  if (name === "args" || name === "input") return [variablePart(name === "args" ? "@" : ITEM, start)];
  return [variablePart(variableName(name), start, many)];
}

/** `$_`. */
export const ITEM = "ps_item";

/** The name that a variable has in the tree: of letters that a shell's may have. */
export function variableName(written: string): string {
  const name = written.toLowerCase().replace(/^(?:script|global|local|private|using|variable|workflow):/, "");
  if (name === "_") return ITEM;
  return `ps_${name.replaceAll(/\W/g, "_")}`;
}
