import type { ParameterPart, WordPart } from "@gatehouse-hooks/shell";
import { homePart, plainPart, scriptWord, variablePart } from "./script-nodes.js";

/** Ends of names of files that Windows runs without them. */
const ENDS = /\.(?:exe|com|cmd|bat)$/;

/**
 * The name under which rows have a program of Windows: in small letters, without the end of its file's name. A path stays one: it is a
 * file that may have been written before.
 *
 * @param written with slashes
 */
export function windowsName(written: string): string {
  return written.includes("/") ? written : written.toLowerCase().replace(ENDS, "");
}

/** A path with slashes: what names a folder is not told from what escapes in the shells that run the tree. */
export function slashed(text: string): string {
  return text.startsWith("\\\\") ? text : text.replaceAll("\\", "/");
}

/** Variables of the environment that name folders: below home where they begin with `~`. */
const FOLDERS: Readonly<Record<string, string>> = {
  HOME: "~",
  USERPROFILE: "~",
  HOMEPATH: "~",
  HOMEDRIVE: "",
  APPDATA: "~/AppData/Roaming",
  LOCALAPPDATA: "~/AppData/Local",
  TEMP: "~/AppData/Local/Temp",
  TMP: "~/AppData/Local/Temp",
  ONEDRIVE: "~/OneDrive",
  SYSTEMROOT: "C:/Windows",
  WINDIR: "C:/Windows",
  SYSTEMDRIVE: "C:",
  PROGRAMFILES: "C:/Program Files",
  "PROGRAMFILES(X86)": "C:/Program Files (x86)",
  PROGRAMW6432: "C:/Program Files",
  COMMONPROGRAMFILES: "C:/Program Files/Common Files",
  PROGRAMDATA: "C:/ProgramData",
  ALLUSERSPROFILE: "C:/ProgramData",
  PUBLIC: "C:/Users/Public",
  COMSPEC: "C:/Windows/System32/cmd.exe",
};

/** A path that may begin with `~`. */
export function folderPath(path: string, start: number): readonly WordPart[] {
  if (!path.startsWith("~")) return path === "" ? [] : [plainPart(path, start)];
  return path === "~" ? [homePart()] : [homePart(), plainPart(path.slice(1), start)];
}

/** A folder, or what the text sets its variable to. */
export function folderOr(name: string, parts: readonly WordPart[], start: number): readonly WordPart[] {
  const first = scriptWord(parts, { start, end: start }, "");
  const operation: ParameterPart["operation"] = { kind: "default", operator: "!", first, second: null };
  const own = name.replaceAll(/\W/g, "_");
  const value: WordPart = { kind: "parameter", start, name: own, prefix: null, index: null, operation };
  return [{ kind: "quoted", parts: [value], start }];
}

/** A variable of the environment: names are not told apart by case. */
export function environmentParts(name: string, start: number): readonly WordPart[] {
  const upper = name.toUpperCase();
  const folder = Object.hasOwn(FOLDERS, upper) ? FOLDERS[upper] : undefined;
  if (folder === "") return [];
  if (folder !== undefined) return folderOr(upper, folderPath(folder, start), start);
  return [variablePart(upper.replaceAll(/\W/g, "_"), start)];
}
