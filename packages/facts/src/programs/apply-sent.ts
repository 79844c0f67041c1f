import { type Field, hole, originsOf, showField } from "@gatehouse-hooks/shell";
import { contentOf } from "./file-content.js";
import { applyUrl } from "./apply-address.js";
import { type ProgramCall, isInput, sentOf } from "./program-call.js";

/** Roles of what is sent. */
type SentRole = "body" | "cookie" | "encoded" | "form" | "header" | "item" | "upload";

/** An argument that is sent, or names files that are. */
export function applySent(
  context: ProgramCall,
  role: SentRole,
  field: Field,
  index: number,
  what: string,
  tree = false,
): void {
  if (role === "item" && isAddress(showField(field))) {
    applyUrl(context, field, index, what);
    return;
  }
  if (role === "upload" || role === "form") context.uploads = true;
  const at = fileStart(role, showField(field));
  if (at < 0) {
    // A header that is written out says nothing about this machine; what a file holds does.
    if (role === "item" && !showField(field).includes("=")) return;
    if ((role !== "header" && role !== "cookie") || originsOf(field).some(({ kind }) => kind === "file"))
      context.sent.push(...sentOf([field]));
    return;
  }
  const rest = cut(field, at);
  const files =
    role === "form" && showField(field)[at - 1] === "@"
      ? formFiles(rest)
      : role === "upload"
        ? listedFiles(rest)
        : [rest];
  for (const file of files) sendFile(context, file, index, what, tree);
}

/** Values that are files, wherever they are among the words: `aws … --payload file://x`, where `file://` is in the row's `files`. */
export function sendNamedFiles(context: ProgramCall, beginnings: readonly string[]): void {
  context.call.fields.forEach((field, index) => {
    const text = showField(field);
    const equals = text.startsWith("-") ? text.indexOf("=") + 1 : 0;
    const lead = beginnings.find((one) => text.startsWith(one, equals) && text.length > equals + one.length);
    if (lead !== undefined) sendFile(context, cut(field, equals + lead.length), index, "file");
  });
}

/** Neither a method nor an item: what an address looks like. */
function isAddress(text: string): boolean {
  return (
    !/^[A-Z]+$/.test(text) && !/@|:?==?/.test(text.replace(/\?.*$/s, "")) && !/^[\w-]+:(?!\/|\d)/.test(text)
  );
}

/** Where the name of a file begins; -1 when the value itself is sent. */
function fileStart(role: SentRole, text: string): number {
  if (role === "upload") return 0;
  if (role === "cookie") return text.includes("=") || text === "" ? -1 : 0;
  if (role === "item")
    return /^(?:[^=:@]*:?=)?@/.exec(text)?.[0].length ?? /^[^=:@/]+@/.exec(text)?.[0].length ?? -1;
  const form = role === "form" ? /^[^=]*=[@<]/ : role === "encoded" ? /^[^=@]*@/ : /^@/;
  return form.exec(text)?.[0].length ?? -1;
}

function sendFile(context: ProgramCall, file: Field, index: number, what: string, tree = false): void {
  // `.` is standard input for `curl -T`.
  if (isInput(file) || (file === "." && !tree)) {
    context.readsInput = true;
    context.sent.push(...sentOf(context.call.input.content));
    return;
  }
  const path = context.absolute(file);
  if (path?.startsWith("/dev/fd/") === true) {
    context.sent.push(...sentOf(context.world.file(path) ?? [hole()]));
    return;
  }
  const facts = context.path("reads", file, index, what, { tree });
  context.sent.push(...facts, ...sentOf(contentOf(context, file, facts, tree)));
}

/** `{a,b}`: curl reads these braces itself. */
function listedFiles(field: Field): readonly Field[] {
  const [, lead = "", list, tail = ""] =
    typeof field === "string" ? (/^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(field) ?? []) : [];
  return list === undefined ? [field] : list.split(",").map((one) => lead + one + tail);
}

/** `a,"b c";type=text/plain,d`: files with commas between, each with what is said of it. */
function formFiles(field: Field): readonly Field[] {
  if (typeof field !== "string") return [field];
  const files: string[] = [];
  for (const [, quoted, plain] of field.matchAll(/(?:"((?:[^"\\]|\\.)*)"|([^,;"]*))(?:;[^,]*)?(?:,|$)/g)) {
    const file = quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "";
    if (file !== "") files.push(file);
  }
  return files;
}

function cut(field: Field, length: number): Field {
  if (typeof field === "string") return field.slice(length);
  let left = length;
  const parts = field.flatMap((part) => {
    if (left === 0 || part.kind !== "text") return [part];
    const text = part.text.slice(left);
    left = Math.max(0, left - part.text.length);
    return text === "" ? [] : [{ ...part, text }];
  });
  return parts;
}
