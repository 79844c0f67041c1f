import {
  type Alternatives,
  type Field,
  hasGlob,
  hole,
  joinFields,
  literalOf,
  showField,
} from "@gatehouse-hooks/shell";
import { applyPathspec } from "./apply-named.js";
import { fileOfDatabase, readSql } from "./read-sql.js";
import type { CodeSource } from "../facts.js";
import { addAddress, applyRegistry, applyRemote, applyUrl, applyUrls, sshUrl } from "./apply-address.js";
import { applySent } from "./apply-sent.js";
import { remoteHost } from "./address.js";
import { type ProgramCall, isInput } from "./program-call.js";
import type { CompiledEffect } from "./compile-usage.js";
import { readConfigOfVariable, readGitConfig } from "./git-config.js";
import { pathFacts } from "../paths/path-maker.js";
import type { Role } from "../roles.table.js";
import { addPush, addPushed } from "./push-targets.js";
import { contentOf } from "./file-content.js";
import { FROM_NETWORK, readBy, readPath } from "./read-path.js";
import { readTransfers } from "./read-transfers.js";
import { readNames } from "./read-names.js";
import { runContent, runFile } from "./run-content.js";

/** One argument with its role. */
interface RoleUse {
  readonly role: Role;
  readonly field: Field;
  readonly index: number;
  /** `operand 2`, `-o`. */
  readonly what: string;
  readonly effect: CompiledEffect;
  readonly tree: boolean;
  /** The value of an option. */
  readonly isOption: boolean;
}

/** Makes the facts of one argument. */
export function applyRole(context: ProgramCall, use: RoleUse): void {
  APPLY[use.role](context, use);
}

type ApplyRole = (context: ProgramCall, use: RoleUse) => void;

const nothing: ApplyRole = () => undefined;

const applyMade: ApplyRole = (context, { role, field, index, what, tree }) => {
  if (role === "create" || role === "mode" || role === "link")
    context.path("writes", field, index, what, { op: role, tree });
  if (role === "create" && context.has("-p")) makeOnTheWay(context, field, index, what);
  if (role === "link") {
    context.targets.push({ field, append: false });
    // Of several paths that it matches the last one is a folder, in which the others are linked, too.
    if (hasGlob(field)) context.path("writes", field, index, what, { op: role, tree: true });
  }
  if (tree && role === "mode")
    context.action("permission.recursive", showField(field), context.spanOf(index));
};

/** `mkdir -p a/../b` makes `a`, too, to go through it. */
function makeOnTheWay(context: ProgramCall, field: Field, index: number, what: string): void {
  const text = literalOf(field);
  for (const { index: at } of text?.matchAll(/(?<=[^./])\/+\.\.(?=\/|$)/g) ?? [])
    context.path("writes", text?.slice(0, at) ?? "", index, what, { op: "create" });
}

const applyFar: ApplyRole = (context, { role, field: given, index, what, tree }) => {
  // Programs in Go take `-f=https://h.example/x`, too.
  const field = typeof given === "string" ? given.replace(/^=(?=[a-z]+:\/\/)/, "") : given;
  const host = remoteHost(showField(field));
  if (host === null && !/^[a-z][a-z0-9+.-]*:\/\//.test(showField(field))) {
    if (role === "remote-read") readPath(context, field, index, what, tree);
    return;
  }
  addAddress(context, sshUrl(field), index, what, role === "remote-read" ? "in" : "out", "ssh");
  if (role === "remote-read") context.sources.push([hole([{ kind: "network" }])]);
  else context.sendsReads = true;
};

const sends =
  (role: Parameters<typeof applySent>[1]): ApplyRole =>
  (context, { field, index, what, tree }) =>
    applySent(context, role, field, index, what, tree);

const applyWrite: ApplyRole = (context, { role, field, index, what, effect }) =>
  writePath(context, field, index, what, false, role === "append" || isAppend(context, effect));

/** What each role means. */
const APPLY: Readonly<Record<Role, ApplyRole>> = {
  plain: nothing,
  pattern: nothing,
  port: nothing,
  target: nothing,
  suffix: nothing,
  into: nothing,
  beside: nothing,
  // What comes later may go through the link.
  linked: nothing,
  read: (context, { field, index, what, tree }) => readPath(context, field, index, what, tree),
  keyed: (context, { field, index, what, tree }) => {
    const named = typeof field === "string" ? field.replace(/^[\w.-]+=/, "") : field;
    readPath(context, named, index, what, tree);
  },
  revision: (context, { field, index, what, tree }) => {
    const [, path] = typeof field === "string" ? (/^[^:]*:(?:\d:)?(.+)$/s.exec(field) ?? []) : [];
    if (path !== undefined) context.path("reads", path, index, what);
    else if (typeof field !== "string" && showField(field).includes(":"))
      context.path("reads", hole(), index, what);
    else if (context.call.fields.slice(0, index).includes("--"))
      applyPathspec(context, field, index, what, tree);
    // Git takes what is not a revision for a path.
    else if (what !== "operand 1") context.path("reads", field, index, what, { maybe: true });
  },
  config: (context, { field, index, what }) => context.path("reads", field, index, what, { op: "config" }),
  list: (context, { field, index, what, effect, tree }) => {
    context.path("reads", field, index, what, { list: true, tree });
    // A hard link is the same file under another name.
    if (effect.copies === true) context.sources.push(linkedContent(context, field, index, what));
  },
  database: (context, { field, index, what, tree }) => {
    const file = fileOfDatabase(field);
    if (file !== null) readPath(context, file, index, what, tree);
  },
  matched: nothing,
  named: (context, { field, index, what, tree, isOption }) => {
    if (!isOption) applyPathspec(context, field, index, what, tree);
  },
  names: (context, { field, index, what, tree }) => applyNames(context, field, index, what, tree),
  write: applyWrite,
  append: applyWrite,
  piped: (context, at) => {
    const { field, index } = at;
    const code = /^[|!]\s*(.*)$/s.exec(literalOf(field) ?? "")?.[1];
    if (code === undefined) return applyWrite(context, at);
    return applyRole(context, { ...at, role: "code", field: code, index });
  },
  loads: (context, { index, what }) =>
    context.unknown("opaque-code", `${context.name} ${what}`, context.spanOf(index)),
  onto: (context, { field, index, what, tree }) => writePath(context, field, index, what, tree, false),
  unpack: (context, { field, index, what }) => {
    context.path("writes", field, index, what, { tree: true });
    context.targets.push({ field, append: isWritten(context, field) });
  },
  "unpack-new": (context, { field, index, what }) => {
    context.path("writes", field, index, what, { tree: true, op: "create" });
    context.targets.push({ field, append: false });
  },
  "ssh-option": (context, { field, index }) => readSshOption(context, field, index),
  prefix: (context, { field, index, what }) => {
    if (showField(field).endsWith("/")) writePath(context, field, index, what, true, false);
    else writePath(context, joinFields(field, [{ kind: "glob", text: "*" }]), index, what, false, false);
  },
  edit: (context, { field, index, what, tree }) => {
    readPath(context, field, index, what, tree);
    writePath(context, field, index, what, tree, false);
  },
  consume: (context, { field, index, what, tree }) => {
    readPath(context, field, index, what, tree);
    if (isDash(field)) return;
    writePath(context, field, index, what, tree, false);
    context.path("deletes", field, index, what, { op: "move", tree });
  },
  fifo: (context, { field, index, what }) => {
    context.path("writes", field, index, what, { op: "create" });
    setUnknown(context, field, index, what);
  },
  create: applyMade,
  mode: applyMade,
  link: applyMade,
  delete: (context, { field, index, what, tree }) => {
    context.path("deletes", field, index, what, { tree });
    forget(context, field);
  },
  move: (context, { field, index, what }) => {
    const read = context.path("reads", field, index, what, { op: "move", tree: true });
    context.sources.push(contentOf(context, field, read, true));
    context.path("deletes", field, index, what, { op: "move", tree: true });
    forget(context, field);
  },
  url: (context, { field, index, what }) => applyUrl(context, field, index, what),
  "url-list": (context, { field, index, what }) => applyUrls(context, field, index, what),
  host: (context, { field, index, what }) => addAddress(context, field, index, what, "both", ""),
  remote: (context, { field, index, what }) => applyRemote(context, field, index, what),
  pushed: (context, { field, index, what }) => {
    applyRemote(context, field, index, what);
    addPush(context, field, index);
  },
  "pushed-later": (context, { field, index, what }) => {
    applyRemote(context, field, index, what);
    addPushed(context, showField(field), index);
  },
  registry: (context, { field, index }) => applyRegistry(context, field, index),
  "remote-read": applyFar,
  "remote-write": applyFar,
  body: sends("body"),
  cookie: sends("cookie"),
  encoded: sends("encoded"),
  form: sends("form"),
  header: sends("header"),
  upload: sends("upload"),
  item: sends("item"),
  code: applyCode,
  command: applyCode,
  "keyed-code": (context, at) => {
    const code = /^scripts\.[^=]*=(.+)$/s.exec(literalOf(at.field) ?? "")?.[1];
    if (code !== undefined) applyCode(context, { ...at, role: "code", field: code });
  },
  program: (context, { field, index, effect }) =>
    runContent(context, [field], {
      lang: effect.lang ?? "unknown",
      via: context.by(""),
      index,
      from: "inline",
    }),
  script: (context, { field, index, effect }) => applyScript(context, field, index, effect),
  ftp: (context, { field, index }) => readTransfers(context, field, index),
  sql: (context, { field, index }) => readSql(context, field, index),
  cwd: nothing,
  env: nothing,
  "git-config-env": (context, { field, index }) => readConfigOfVariable(context, field, index),
  "git-config": (context, { field, index }) => readGitConfig(context, field, index),
};

/** What is read from a pipe is what anyone writes to it, before or after. */
function setUnknown(context: ProgramCall, field: Field, index: number, what: string): void {
  const path = context.absolute(field);
  if (path === null) return;
  const use = { place: context.call.place, maybe: true, by: context.by(what), span: context.spanOf(index) };
  const facts = pathFacts(hole(), context.directories, use, context.reading.around);
  context.world.setFile(path, [hole(facts.map((file) => ({ kind: "file", file })))], false);
}

/** Code for a shell, or the name of a program. */
function applyCode(context: ProgramCall, { role, field, index, what, effect, isOption }: RoleUse): void {
  const serves = effect.serves === true;
  const via = context.by(isOption && role === "code" ? what : "");
  const given = isOption ? { input: [hole()] } : {};
  const run = (): void => {
    if (role === "code")
      runContent(context, [field], {
        lang: "sh",
        via,
        index,
        from: "inline",
        ...(effect.place === undefined ? {} : { place: effect.place }),
        ...(serves ? { input: FROM_NETWORK } : given),
      });
    else
      context.world.command([field], [context.spanOf(index)], [context.call.offsets[index] ?? -1], {
        via,
        // What it is given is not known: a shell among such programs runs it.
        input: { kind: "pipe", content: serves ? FROM_NETWORK : [hole()] },
      });
  };
  if (serves) context.sent.push(...readBy(context, run));
  else run();
}

/** The text wrote it before: what is added to it does not replace that. */
function isWritten(context: ProgramCall, field: Field): boolean {
  const path = context.absolute(field);
  return path !== null && context.world.file(path) !== null;
}

function isAppend(context: ProgramCall, effect: CompiledEffect): boolean {
  return effect.append !== undefined && context.has(...effect.append);
}

function isDash(field: Field): boolean {
  return field === "-";
}

/** A file with names: it is read, and so is each of them. */
function applyNames(context: ProgramCall, field: Field, index: number, what: string, tree: boolean): void {
  if (isInput(field)) {
    context.readsInput = true;
    readNames(context, context.call.input.content, index, what, tree);
    return;
  }
  const path = context.absolute(field);
  const before = path === null ? null : context.world.file(path);
  if (path?.startsWith("/dev/fd/") !== true) context.path("reads", field, index, what);
  readNames(context, before ?? [hole()], index, what, tree);
}

/** What a link leads to. A symbolic link's own directory is where its words begin: both that and the call's are looked at. */
function linkedContent(context: ProgramCall, field: Field, index: number, what: string): Alternatives {
  const use = {
    place: context.call.place,
    maybe: context.call.maybe,
    by: context.by(what),
    span: context.spanOf(index),
  };
  const facts = pathFacts(field, context.directories, { ...use, tree: true }, context.reading.around);
  return contentOf(context, field, facts, true);
}

/** A file that is written; its content is set when everything was read. */
export function writePath(
  context: ProgramCall,
  field: Field,
  index: number,
  what: string,
  tree: boolean,
  append: boolean,
): void {
  if (isDash(field)) return;
  const known = literalOf(field);
  if (known === "/dev/null" || known === "/dev/stdout" || known === "/dev/stderr" || known === "/dev/tty")
    return;
  context.path("writes", field, index, what, { tree, append });
  context.targets.push({ field, append });
}

function forget(context: ProgramCall, field: Field): void {
  const path = context.absolute(field);
  if (path !== null) context.world.removeFile(path);
}

function applyScript(context: ProgramCall, field: Field, index: number, effect: CompiledEffect): void {
  const lang = effect.lang ?? "unknown";
  const from: CodeSource = "stdin";
  const running = { lang, via: context.by(""), index, from };
  if (isInput(field)) {
    context.readsInput = true;
    runContent(context, context.call.input.content, running);
    return;
  }
  if (/^https?:\/\//i.test(showField(field))) {
    applyUrl(context, field, index, "script");
    runContent(context, FROM_NETWORK, running);
    return;
  }
  const path = context.absolute(field);
  if (path?.startsWith("/dev/fd/") === true) {
    runContent(context, context.world.file(path) ?? [hole()], running);
    return;
  }
  runFile(context, field, index, running);
}

/** A path below a directory that may be the destination itself. */
export function joinPath(directory: Field, name: Field): Field {
  return joinFields(joinFields(directory, "/"), name);
}

/** Keys of OpenSSH whose value is a command for a shell of this machine, or of the other one. */
const SSH_COMMANDS =
  /^\s*(proxycommand|localcommand|knownhostscommand|remotecommand|xauthlocation)\s*[=\s]\s*(.*)$/is;

/** Keys whose value is a library that is loaded, or a file with more of them. */
const SSH_LOADS = /^\s*(?:pkcs11provider|securitykeyprovider|include)\s*[=\s]/i;

/** `Key=value` or `Key value`, as `ssh -o` takes it. */
function readSshOption(context: ProgramCall, value: Field, index: number): void {
  const text = literalOf(value);
  if (text === null) {
    context.unknown("dynamic-argument", `${context.name} -o`, context.spanOf(index));
    return;
  }
  if (SSH_LOADS.test(text))
    context.unknown("opaque-code", `${context.name} -o ${text}`, context.spanOf(index));
  const [, key = "", given = ""] = SSH_COMMANDS.exec(text) ?? [];
  const code = /^"(.*)"$/s.exec(given)?.[1] ?? given;
  if (key === "" || /^none$/i.test(code)) return;
  runContent(context, [code], { lang: "sh", via: `${context.name} ${key}`, index: -1, from: "inline" });
}
