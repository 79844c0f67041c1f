import {
  type CodeStart,
  type CodeToken,
  codeTokens,
  type ReadLanguage,
  readLanguage,
  withConstants,
} from "@gatehouse-hooks/languages";
import { type Alternatives, hole } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "./program-call.js";
import { addCode } from "./add-code.js";
import type { FactSpan, PathFact } from "../facts.js";
import { codeSources, isComputedCall, isShellOnSocket } from "../code/computed-code.js";
import { shellEscapes } from "../code/shell-escapes.js";
import { CODE_CALLS, type CodeCall } from "../code/calls.table.js";
import { addressIn, type CodeAddress, OWN_DATA } from "../code/code-address.js";
import { applyCode } from "./apply-code.js";

/** Languages that have a table under another name. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["deno", "node"],
  ["bun", "node"],
  ["javascript", "node"],
  ["expect", "tcl"],
]);

/** The most calls of one piece of code. */
const MAX_CALLS = 100;

/**
 * Code of another language: it runs, and what it does is not understood. Calls that the table has give `maybe` facts; strings
 * that are given to a shell are read as shell code.
 */
export function readInlineCode(
  context: ProgramCall,
  text: string,
  lang: string,
  via: string,
  index: number,
  maybe: boolean,
): void {
  const span = context.spanOf(index);
  addCode(context, "inline", lang, null, text, span, maybe);
  context.world.spend(text.length * 4);
  const known = SAME.get(lang) ?? lang;
  if (known === "python" || known === "node") {
    const reading = readLanguage(known, text, startOf(context, known));
    if (reading !== null) {
      applyCode(context, reading, { lang, via, index, maybe });
      scanHidden(context, text, lang, span, reading.complete);
      return;
    }
  }
  context.unknown("opaque-code", `${lang}: ${text}`, span);
  // A command line that was given to the wrong program is read as what it was meant for.
  if (COMMAND_LINE.test(text)) runShellText(context, text, via, index);
  for (const code of shellEscapes(text, lang)) runShellText(context, code, via, index);
  const byEnd = callsOf(lang);
  if (byEnd === null) return;
  const tokens = withConstants(codeTokens(text, lang), lang);
  let found = 0;
  let isComputed = false;
  const urls: CodeAddress[] = [];
  const before = context.reading.lists.reads.length;
  tokens.forEach((token, i) => {
    if (found >= MAX_CALLS) return;
    if (token.kind === "shell") {
      found++;
      runShellText(context, token.text, via, index);
      return;
    }
    if (token.kind !== "name") return;
    const call = byEnd.get(token.text);
    if (call === undefined) return;
    if (isComputedCall(call, tokens, i)) isComputed = true;
    const strings = argumentsAfter(tokens, i);
    if (strings.length === 0 && call.does === "shell") strings.push(...stringBefore(tokens, i));
    if (strings.length === 0) {
      // A folder whose name is only known when it runs.
      if (call.does === "delete-tree" && tokens[i + 1]?.text === "(" && tokens[i + 2]?.text !== ")")
        context.path("deletes", hole(), index, call.name, { maybe: true, tree: true });
      return;
    }
    found++;
    if (isAddressed(call, strings)) {
      const address = addressIn(call, strings[0] ?? "", tokens, i);
      if (address !== null) urls.push(address);
    } else applyCall(context, call, strings, tokens, i, via, index);
  });
  const read = context.reading.lists.reads.slice(before).filter((one) => !one.list);
  context.printed.push(...read);
  const asks = tokens.some(({ kind, text: one }) => kind === "name" && OWN_DATA.test(one));
  for (const url of urls) connect(context, asks ? { ...url, carries: true } : url, read, index);
  if (isShellOnSocket(tokens)) addCode(context, "network", "sh", null, null, span, true);
  if (!isComputed) return;
  for (const from of codeSources(tokens)) addCode(context, from, lang, null, null, span, true);
}

/** What the program is given. */
function startOf(context: ProgramCall, lang: ReadLanguage): CodeStart {
  const isOption = lang === "python" ? context.has("-c") : context.has("-e", "-p", "-pe");
  const words = context.operands.map(({ field }): Alternatives => [field]);
  const { input } = context.call;
  return {
    // Node does not count the option among them.
    words: isOption && lang === "python" ? [["-c"], ...words] : words,
    input: isOption && input.kind !== "none" ? input.content : [hole()],
  };
}

/** Code that is read by its grammar: what it hides shows in its words alone. */
function scanHidden(
  context: ProgramCall,
  text: string,
  lang: string,
  span: FactSpan,
  complete: boolean,
): void {
  const tokens = codeTokens(text, lang);
  if (isShellOnSocket(tokens)) addCode(context, "network", "sh", null, null, span, true);
  if (complete) return;
  const calls = callsOf(lang);
  const isComputed = tokens.some(({ kind, text: name }, i) => {
    const call = kind === "name" ? calls?.get(name) : undefined;
    return call !== undefined && isComputedCall(call, tokens, i);
  });
  if (isComputed)
    for (const from of codeSources(tokens)) addCode(context, from, lang, null, null, span, true);
}

/** Calls of a language, by the end of their names. */
function callsOf(lang: string): ReadonlyMap<string, CodeCall> | null {
  const calls = CODE_CALLS[SAME.get(lang) ?? lang];
  if (calls === undefined) return null;
  const byEnd = new Map<string, CodeCall>();
  for (const call of calls)
    byEnd.set(call.name.slice(Math.max(call.name.lastIndexOf("."), call.name.lastIndexOf(":")) + 1), call);
  return byEnd;
}

/** A program's name, and an option right after it. */
const COMMAND_LINE = /^\s*(?:sudo\s+)?[a-z][\w.]*\s+-[A-Za-z]/;

/** `"rm x".execute()`: the string that a method is called on. */
function stringBefore(tokens: readonly CodeToken[], at: number): readonly string[] {
  const string = tokens[at - 1]?.text === "." ? tokens[at - 2] : undefined;
  return string?.kind === "string" ? [string.text] : [];
}

const OPENS: ReadonlySet<string> = new Set(["(", "[", "{"]);
const CLOSES: ReadonlySet<string> = new Set([")", "]", "}"]);

/** The strings up to the end of a call: between its parentheses, or to the end of the line without any. */
function argumentsAfter(tokens: readonly CodeToken[], from: number): string[] {
  const strings: string[] = [];
  let depth = 0;
  for (let i = from + 1; i < tokens.length && i < from + 60; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    if (token.kind === "string") strings.push(token.text);
    else if (token.kind === "mark") {
      if (OPENS.has(token.text)) depth++;
      else if (CLOSES.has(token.text) && --depth <= 0 && token.text === ")") break;
      else if (token.text === ";" || (token.text === "\n" && depth <= 0)) break;
    }
  }
  return strings;
}

function applyCall(
  context: ProgramCall,
  call: CodeCall,
  strings: readonly string[],
  tokens: readonly CodeToken[],
  at: number,
  via: string,
  index: number,
): void {
  const [first = "", second = ""] = strings;
  const use = { maybe: true };
  const what = call.name;
  switch (call.does) {
    case "code":
      return;
    case "shell":
      runShellText(context, strings.length === 1 ? first : strings.join(" "), via, index);
      return;
    case "argv":
      // A list is the words of a command; a single string may be a line for a shell.
      if (strings.length === 1) runShellText(context, first, via, index);
      else {
        const span = context.spanOf(index);
        context.world.command(
          strings,
          strings.map(() => span),
          strings.map(() => -1),
          { via, maybe: true, span },
        );
      }
      return;
    case "delete":
    case "delete-tree":
      for (const one of strings)
        context.path("deletes", one, index, what, { ...use, tree: call.does === "delete-tree" });
      return;
    case "open": {
      const mode =
        strings.slice(1).find((one) => /^(?:[rwax+btU]{1,4}|[<>+]{1,3})$/.test(one)) ??
        /^\s*([<>]{1,2})/.exec(first)?.[1] ??
        "r";
      const path = /^[<>+]{1,3}$/.test(first)
        ? second
        : /^[<>+]{1,3}$/.test(second)
          ? (strings[2] ?? "")
          : first.replace(/^\s*[<>]+\s*/, "");
      const writes = /[wax>]/.test(mode) || isWriter(tokens, at);
      if (path !== "") context.path(writes ? "writes" : "reads", path, index, what, use);
      if (mode.includes("+") && path !== "")
        context.path(writes ? "reads" : "writes", path, index, what, use);
      return;
    }
    case "read":
      context.path("reads", first, index, what, use);
      return;
    case "write":
      context.path("writes", first, index, what, use);
      return;
    case "mode":
      context.path("writes", first, index, what, { ...use, op: "mode" });
      return;
    case "move":
      context.path("reads", first, index, what, { ...use, op: "move" });
      if (second !== "") context.path("writes", second, index, what, { ...use, op: "move" });
      return;
    case "url":
  }
}

/** A call that connects, or reads what may be an address, and does. */
function isAddressed(call: CodeCall, strings: readonly string[]): boolean {
  const isRead = call.does === "read" || call.does === "open";
  return call.does === "url" || (isRead && /^(?:https?|ftp):\/\//i.test(strings[0] ?? ""));
}

/** A connection of the code: what it reads may be sent. */
function connect(
  context: ProgramCall,
  { url, carries }: CodeAddress,
  read: readonly PathFact[],
  index: number,
): void {
  const match = /^([a-z]+):\/\/(?:[^/@]*@)?([^/:?#]+)(?::(\d+))?/i.exec(url);
  const { lists } = context.reading;
  lists.add(lists.network, {
    url,
    host: match?.[2]?.toLowerCase() ?? null,
    port: match?.[3] === undefined ? null : Number(match[3]),
    scheme: match?.[1]?.toLowerCase() ?? null,
    direction: carries || read.length > 0 ? "both" : "in",
    sends: carries ? [...read, "unknown"] : read,
    place: context.call.place,
    certainty: "maybe",
    by: context.by(""),
    span: context.spanOf(index),
  });
}

/** `Path("x").write_text(`: a method that writes follows. */
function isWriter(tokens: readonly CodeToken[], at: number): boolean {
  for (let i = at + 1; i < tokens.length && i < at + 8; i++) {
    const token = tokens[i];
    if (token?.kind === "name")
      return /^(?:write|unlink|touch|mkdir|rmdir|chmod|rename|replace)/.test(token.text);
  }
  return false;
}

function runShellText(context: ProgramCall, text: string, via: string, index: number): void {
  context.world.code(text, { via, maybe: true, offset: -1, span: context.spanOf(index) });
}
