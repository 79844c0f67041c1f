import { type Field, hole, literalOf, originsOf, showField } from "@gatehouse-hooks/shell";
import { addressOf, pathOfFileAddress, remoteHost } from "./address.js";
import { contentOf } from "./file-content.js";
import { type ProgramCall, isInput, sentOf } from "./program-call.js";
import { runContent } from "./run-content.js";

export function addAddress(
  context: ProgramCall,
  field: Field,
  index: number,
  what: string,
  direction: "in" | "out" | "both",
  scheme: string,
): void {
  const address = addressOf(field, scheme === "" ? "tcp" : scheme);
  const span = context.spanOf(index);
  if (address.certainty !== "exact") context.unknown("dynamic-argument", showField(field), span);
  // What was read before is sent in the address: `https://h.example/?k=$KEY`. A single variable says where it goes.
  if (originsOf(field).some(({ kind }) => kind !== "variable"))
    context.sent.push(...sentOf([field]).filter((one) => one !== "variable"));
  const certainty = address.certainty === "exact" ? context.certainty() : address.certainty;
  context.addresses.push({ ...address, certainty, direction, by: context.by(what), span });
}

export function applyUrl(context: ProgramCall, field: Field, index: number, what: string): void {
  const known = literalOf(field);
  if (known !== null && /^file:\//i.test(known)) {
    const file = pathOfFileAddress(known);
    const facts = context.path("reads", file, index, what);
    context.sources.push(contentOf(context, file, facts, false));
    return;
  }
  addAddress(context, field, index, what, "in", "http");
  context.sources.push([hole([{ kind: "network" }])]);
}

/** A file with addresses. */
export function applyUrls(context: ProgramCall, field: Field, index: number, what: string): void {
  const fromInput = isInput(field);
  if (fromInput) context.readsInput = true;
  else context.path("reads", field, index, what);
  const path = fromInput ? null : context.absolute(field);
  const contents = fromInput ? context.call.input.content : path === null ? null : context.world.file(path);
  for (const content of contents ?? [hole()]) {
    const known = literalOf(content);
    if (known === null) applyUrl(context, content, index, what);
    else
      for (const one of known.split("\n").slice(0, 50))
        if (one.trim() !== "") applyUrl(context, one.trim(), index, what);
  }
}

export function sshUrl(field: Field): Field {
  const known = literalOf(field);
  if (known === null || /^[a-z][a-z0-9+.-]*:\/\//.test(known)) return field;
  return `ssh://${known.replace(/^:/, "").replace(/:(?!\d+(?:\/|$))/, "/")}`;
}

/** Git's: a URL, `host:path`, a path, or a name that is configured. */
export function applyRemote(context: ProgramCall, field: Field, index: number, what: string): void {
  const known = literalOf(field);
  const shown = showField(field);
  if (/^ext::/i.test(shown)) {
    runContent(context, [shown.slice(5)], { lang: "sh", via: context.by(""), index, from: "inline" });
    return;
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(shown)) addAddress(context, field, index, what, "both", "https");
  else if (remoteHost(shown) !== null) addAddress(context, sshUrl(field), index, what, "both", "ssh");
  else if (known !== null && /^[./~]/.test(known)) context.path("reads", field, index, what, { tree: true });
  else if (known === null) context.unknown("dynamic-argument", shown, context.spanOf(index));
  else {
    const span = context.spanOf(index);
    context.addresses.push({
      url: null,
      host: null,
      port: null,
      scheme: null,
      direction: "both",
      certainty: "maybe",
      by: context.by(what),
      span,
    });
  }
}

/** Where packages come from: each URL that stands alone, or behind a name. */
export function applyRegistry(context: ProgramCall, field: Field, index: number): void {
  const urls = /(?:^|["'=,])(?!file:)([a-z][a-z+]*:\/\/[^\s"',]+)/g;
  for (const [, url = ""] of showField(field).matchAll(urls))
    context.action("package.source", addressOf(url, "https").host ?? url, context.spanOf(index));
}
