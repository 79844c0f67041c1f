import type { WordPart } from "@gatehouse-hooks/shell";
import { variableParts } from "./variables.js";

/** Methods that run a text as code, or make what does. */
export const RUNS_TEXT: RegExp =
  /^(?:\[(?:management\.automation\.)?scriptblock\]::create|\.invokescript|\.addscript)$/;

/** Types as their full and their short names are known. */
export function methodName(of: string | null, name: string, isStatic: boolean): string {
  if (!isStatic) return `.${name.toLowerCase()}`;
  const type = (of ?? "").replace(/^\[(?:system\.)?|\]$/gi, "").toLowerCase();
  return `[${type}]::${name.toLowerCase()}`;
}

/** Names of folders that `GetFolderPath` takes. */
export function folderParts(given: string, start: number): readonly WordPart[] {
  const name = given.toLowerCase();
  const known: Readonly<Record<string, string>> = {
    userprofile: "env:userprofile",
    applicationdata: "env:appdata",
  };
  return variableParts(
    known[name] ?? (name.startsWith("local") ? "env:localappdata" : "env:userprofile"),
    start,
  );
}

/** Types whose methods only compute. */
export const PURE_TYPE: RegExp =
  /^\[(?:math|string|datetime|datetimeoffset|timespan|guid|int|int32|int64|long|double|float|decimal|bool|char|version|uri|io\.path|regex|text\.encoding|array|environment|convert|bitconverter|text\.stringbuilder|console|web\.httputility|net\.webutility|enum|type|object|linq\.enumerable|globalization\.cultureinfo|collections\.[\w.]+|pscustomobject|ordered|hashtable|xml|net\.ipaddress|security\.cryptography\.\w+|text\.regularexpressions\.regex)\]::(?!setenvironmentvariable|exit|failfast)/;
/** Methods that only compute, or change what only the text has. */
export const PURE_METHOD: RegExp =
  /^(?:replace|split|trim\w*|to\w*|substring|startswith|endswith|contains\w*|indexof|lastindexof|pad\w*|insert|remove|equals|compareto|get\w*|add\w*|format|join|length|count|clear|clone|copyto|sort|reverse|append\w*|where|foreach|match\w*|ismatch|normalize|hasvalue|peek|pop|push|enqueue|dequeue|dispose|close|flush|read\w*|trygetvalue|parse|tryparse|new|average|sum|first|last|selectsinglenode|selectnodes|waitforexit|stop|start|restart|refresh)$/i;
