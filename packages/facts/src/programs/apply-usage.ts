import {
  type Alternatives,
  type Field,
  hasGlob,
  hole,
  isOpen,
  literalOf,
  resolvePath,
  showField,
} from "@gatehouse-hooks/shell";
import { applyNamed } from "./apply-named.js";
import { remoteHost } from "./address.js";
import { applyArchive, applyBackups, applyDownloads, applySuffixes } from "./apply-names.js";
import { applyPackage } from "./apply-package.js";
import { applyRole, joinPath } from "./apply-role.js";
import { sendNamedFiles } from "./apply-sent.js";
import type { ProgramCall } from "./program-call.js";
import type { CompiledClause, CompiledEffect, RoleSlot } from "./compile-usage.js";
import { simpleMatch } from "./compile-usage.js";
import { finish } from "./finish-usage.js";
import type { Role } from "../roles.table.js";
import { type GivenOption, type Operand, valueText } from "./parse-arguments.js";
import { runGuessed } from "./run-guessed.js";
import { runWrapped } from "./run-wrapped.js";

/** Of a program of which this is all that is known its words may be a command. */
const RUNS_WORDS: ReadonlySet<string> = new Set(["opaque-code", "dialect"]);

const PREFIX = { role: "prefix", index: 0, what: "", isOption: false } as const;

/** Makes the facts of a usage: its options, then its operands. Returns the output. */
export function applyUsage(context: ProgramCall): Alternatives {
  const { usage } = context;
  reportArguments(context);
  if (context.parsed.asks) return [hole()];
  let effect = usage.base;
  for (const clause of usage.when) {
    if (!holds(context, clause)) continue;
    effect = clause.whole();
    break;
  }
  const also: CompiledEffect[] = [];
  for (const clause of usage.also) if (holds(context, clause)) also.push(clause.whole());
  context.operands = withDefault(context, effect);
  changeDirectory(context);
  applyOptions(context, effect);
  const { files } = context.program.row;
  if (files !== undefined) sendNamedFiles(context, files);
  applyOperands(context, effect);
  for (const one of also) applyOperands(context, one);
  if (effect.saves !== undefined) applyBackups(context, effect.saves);
  if (effect.unknown === usage.base.unknown && RUNS_WORDS.has(effect.unknown ?? ""))
    runGuessed(context, true);
  return finish(context, [effect, ...also]);
}

/** What a row says cannot be told, for a program that is read by a handler of its own. */
export function reportClauses(context: ProgramCall): void {
  for (const clause of context.usage.also)
    if (clause.effect.unknown !== undefined && clause.effect.unknown !== null && holds(context, clause))
      context.unknown(clause.effect.unknown, context.by(""), context.call.span);
}

/** The values of options. */
function applyOptions(context: ProgramCall, effect: CompiledEffect): void {
  for (const { option, negated, value, index, name } of context.given) {
    const { role } = option;
    if (role === "plain" || role === "into" || role === "beside" || negated || value === null) continue;
    const tree = isTree(context, effect);
    applyRole(context, { role, field: value, index, what: name, effect, tree, isOption: true });
  }
}

/** The operands, and the default one behind the pattern where there is no other. */
function withDefault(context: ProgramCall, effect: CompiledEffect): readonly Operand[] {
  const { operands, call } = context;
  if (effect.default === undefined) return operands;
  const at = effect.slots.findIndex(({ role }) => role !== "pattern");
  if (operands.length !== Math.max(at, 0)) return operands;
  // What always searches trees (`rg`) looks at standard input where it is given one; `grep -r` never does.
  if (effect.filter === true && effect.tree === true && call.input.kind !== "none") return operands;
  return [...operands, { field: effect.default, index: 0 }];
}

/** What could not be read among the arguments. */
export function reportArguments(context: ProgramCall): void {
  for (const { text, index } of context.parsed.unknown)
    context.unknown("unknown-option", `${context.name} ${text}`, context.spanOf(index));
  for (const index of context.parsed.dynamic)
    context.unknown("dynamic-argument", showField(context.call.fields[index] ?? ""), context.spanOf(index));
}

function holds(context: ProgramCall, { condition }: CompiledClause): boolean {
  const { has, only, all, not, operand, first, least, most } = condition;
  const { operands } = context;
  if (has !== undefined && !has.some((one) => isOn(context, one))) return false;
  if (only !== undefined && !only.some((one) => isOnly(context, one, only))) return false;
  if (all !== undefined && !all.every((one) => isOn(context, one))) return false;
  if (not?.some((one) => isOn(context, one)) === true) return false;
  if (least !== undefined && operands.length < least) return false;
  if (most !== undefined && operands.length > most) return false;
  if (operand !== undefined && !isAmong(operand, operands)) return false;
  return first === undefined || isAmong(first, operands.slice(0, 1));
}

/** One of the operands has one of the forms. */
function isAmong(forms: readonly string[], operands: readonly Operand[]): boolean {
  const texts = operands.map(({ field }) => showField(field));
  return forms.some((form) => texts.some((text) => simpleMatch(form, text)));
}

/** `-x`, or `--x=value` with a form of one of its values. */
function isOn(context: ProgramCall, text: string): boolean {
  const equals = text.indexOf("=");
  if (equals <= 0) return context.option(text) !== null;
  const form = text.slice(equals + 1);
  return valuesOf(context, text.slice(0, equals)).some((one) => mayBe(one, form));
}

/** Every value of the option is of one of the forms for it. */
function isOnly(context: ProgramCall, text: string, all: readonly string[]): boolean {
  const equals = text.indexOf("=");
  const name = text.slice(0, equals);
  const forms = all.filter((one) => one.startsWith(`${name}=`)).map((one) => one.slice(equals + 1));
  const values = valuesOf(context, name).map((one) => valueText(one));
  const isOneOf = (value: string | null): boolean =>
    value !== null && forms.some((form) => simpleMatch(form, value));
  return values.length > 0 && values.every(isOneOf);
}

function valuesOf(context: ProgramCall, name: string): readonly GivenOption[] {
  return context.option(name) === null ? [] : context.all(name);
}

/** A value that is not known may be of any form. */
function mayBe(given: GivenOption, form: string): boolean {
  const value = valueText(given);
  if (value === null) return given.value !== null;
  // Names of settings are not told apart by case.
  return simpleMatch(form, given.option.role === "git-config" ? value.toLowerCase() : value);
}

function isTree(context: ProgramCall, effect: CompiledEffect): boolean {
  return typeof effect.tree === "boolean" ? effect.tree : effect.tree.some((one) => isOn(context, one));
}

/** `git -C a -C b`: each is relative to the one before. */
export function changeDirectory(context: ProgramCall): void {
  for (const one of context.given) {
    if (one.option.role !== "cwd" || one.value === null) continue;
    const { value } = one;
    if (literalOf(value) === null)
      context.unknown("dynamic-argument", showField(value), context.spanOf(one.index));
    context.directories = context.directories.map((directory) => resolvePath(value, directory));
  }
}

/** Which role each operand has. */
function rolesOf(slots: readonly RoleSlot[], count: number): readonly Role[] {
  const roles: Role[] = [];
  if (count === 0) return roles;
  const many = slots.findIndex((slot) => slot.many);
  const after = slots.length - many - 1;
  // With one operand too few the last roles get none.
  const lastFrom = count > many ? Math.max(many + (count - many > after ? 1 : 0), count - after) : count;
  for (let i = 0; i < count; i++) {
    const at = many === -1 || i < many ? i : i >= lastFrom && after > 0 ? many + 1 + (i - lastFrom) : many;
    roles.push(slots[at]?.role ?? "plain");
  }
  return roles;
}

function applyOperands(context: ProgramCall, effect: CompiledEffect): void {
  const { operands } = context;
  const tree = isTree(context, effect);
  const wraps = effect.wraps ?? -1;
  const own = wraps >= 0 ? operands.slice(0, wraps) : operands;
  const roles = rolesOf(effect.slots, own.length);
  let i = 0;
  for (const { field, index } of own) {
    const role = roles[i++] ?? "plain";
    applyRole(context, { role, field, index, what: `operand ${i}`, effect, tree, isOption: false });
  }
  // Without a host `remote-write` is a destination here.
  const local = roles.map((role, at): Role =>
    role === "remote-write" && !isRemote(own[at]?.field ?? "") ? "into" : role,
  );
  const keeps = effect.keeps?.some((one) => isOn(context, one)) === true;
  const parents = effect.parents?.some((one) => isOn(context, one)) === true;
  applyDestinations(context, own, local, effect.slots, {
    tree,
    keeps,
    parents,
    contents: effect.contents === true && !parents,
  });
  applyNamed(context, own, local, effect.default);
  if (effect.suffixes !== undefined) applySuffixes(context, effect.suffixes, own, roles);
  if (effect.archive !== undefined) applyArchive(context, effect.archive, own, roles);
  if (effect.writes !== undefined) applyRole(context, { ...PREFIX, field: effect.writes, effect, tree });
  if (effect.unpacks === true) context.path("writes", ".", 0, "", { tree: true });
  if (effect.downloads === true) applyDownloads(context, own);
  const target = targetOf(context, effect.actions, own, roles);
  for (const kind of effect.actions) context.action(kind, target, context.call.span);
  if (effect.package !== undefined) applyPackage(context, effect.package);
  if (wraps >= 0 && operands.length > wraps) runWrapped(context, wraps, effect);
  if (effect.unknown !== undefined) context.unknown(effect.unknown, context.by(""), context.call.span);
}

function targetOf(
  context: ProgramCall,
  actions: CompiledEffect["actions"],
  operands: readonly Operand[],
  roles: readonly Role[],
): string | null {
  if (actions.length === 0) return null;
  const targets = operands.filter((_, i) => roles[i] === "target").map(({ field }) => field);
  for (const one of context.given)
    if (one.option.role === "target" && one.value !== null) targets.push(one.value);
  const all = targets.length > 0 ? targets : operands.map(({ field }) => field);
  return all.length === 0 ? null : all.map((one) => showField(one)).join(" ");
}

/** How sources land in a destination. */
interface Landing {
  readonly tree: boolean;
  readonly keeps: boolean;
  /** With their whole paths. */
  readonly parents: boolean;
  /** Of a source that ends in `/` what is in it. */
  readonly contents: boolean;
}

/** `/a/b` and `h:a/b` as `a/b`; `rsync -R` begins after `/./`. */
function wholePath(field: Field): Field | null {
  if (typeof field !== "string") return lastSegment(field) === null ? null : field;
  const path = field.replace(/^[^:/]*:/, "").replace(/\/+$/, "");
  const from = path.indexOf("/./");
  const name = (from === -1 ? path : path.slice(from + 3)).replace(/^\/+/, "");
  return name === "" || name === "." ? null : name;
}

/** `into`: the destination itself, a file in it for each source, or both. */
function applyDestinations(
  context: ProgramCall,
  operands: readonly Operand[],
  roles: readonly Role[],
  slots: CompiledEffect["slots"],
  { tree, keeps, parents, contents }: Landing,
): void {
  const sources = operands.flatMap((one, i) =>
    isSource(roles[i]) ? [{ ...one, field: context.slashed(one.field) }] : [],
  );
  const moves = roles.includes("move");
  const place = (field: Field, index: number, what: string, isDirectory: boolean): void => {
    const op = roles.includes("linked") ? ("link" as const) : keeps ? ("create" as const) : undefined;
    const use = { tree: tree || moves, ...(op === undefined ? {} : { op }) };
    const text = showField(field);
    const ends = /(?:^|\/)(?:\.{0,2})$/.test(text);
    const onlyJoined = isDirectory || ends || parents || sources.length > 1;
    if (!onlyJoined) {
      context.path("writes", field, index, what, use);
      context.targets.push({ field, append: false });
    }
    // Of several paths that it matches the last one is the destination.
    if (hasGlob(field)) context.path("writes", field, index, what, { tree: true });
    const seen = new Set<string>();
    for (const source of sources) {
      const isContent = contents && showField(source.field).endsWith("/");
      const name = parents ? wholePath(source.field) : isContent ? null : lastSegment(source.field);
      // The content of `.` goes into the directory itself.
      if (name === null) {
        if (onlyJoined || contents) {
          context.path("writes", field, index, what, { tree: true });
          context.targets.push({ field, append: false });
        }
        continue;
      }
      const joined = joinPath(field, name);
      const key = showField(joined);
      if (seen.has(key)) continue;
      seen.add(key);
      context.path("writes", joined, index, what, use);
      context.targets.push({ field: joined, append: false });
    }
  };
  const rename = (field: Field, index: number, what: string): void => {
    for (const source of sources)
      context.path("writes", beside(source.field, field), index, what, { tree: true });
  };
  operands.forEach(({ field, index }, i) => {
    if (roles[i] === "into") place(field, index, `operand ${i + 1}`, false);
    if (roles[i] === "beside") rename(field, index, `operand ${i + 1}`);
  });
  const [only] = operands;
  const isAlone = operands.length === 1 && slots.some(({ role }) => role === "into");
  if (only !== undefined && isAlone && hasGlob(only.field))
    context.path("writes", only.field, only.index, "operand 1", { tree: true });
  for (const one of context.given) {
    if (one.option.role === "beside" && one.value !== null) rename(one.value, one.index, one.name);
    if (one.option.role === "into" && one.value !== null && !one.negated)
      place(one.value, one.index, one.name, true);
  }
}

function isSource(role: Role | undefined): boolean {
  return role === "read" || role === "move" || role === "linked" || role === "list" || role === "remote-read";
}

/** A new name in the folder of a path, which is not known where the path is not. */
function beside(field: Field, given: Field): Field {
  const isKnown = typeof field === "string" || !field.some((part) => isOpen(part));
  const folder = isKnown ? showField(field).replace(/[^/]+\/*$/, "") : "*";
  const name: Field = hasGlob(given) ? [{ kind: "glob", text: "*", dots: true }] : given;
  if (/[*?]/.test(folder)) return hole();
  return folder === "" ? name : joinPath(folder, name);
}

/** The last segment of a path; `null` for `.`, `..`, `/` and what is not known. */
function lastSegment(field: Field): Field | null {
  if (typeof field === "string") {
    const name = field.replace(/\/+$/, "");
    const last = name.slice(name.lastIndexOf("/") + 1).replace(/^[^:/]*:/, "");
    return last === "" || last === "." || last === ".." ? null : last;
  }
  const from = field.findLastIndex(
    (part) => isOpen(part) || (part.kind === "text" && part.text.includes("/")),
  );
  if (from === -1) return field;
  const part = field[from];
  if (part?.kind !== "text") return null;
  const rest = part.text.slice(part.text.lastIndexOf("/") + 1);
  const parts = rest === "" ? field.slice(from + 1) : [{ ...part, text: rest }, ...field.slice(from + 1)];
  return parts.length === 0 ? null : parts;
}

function isRemote(field: Field): boolean {
  const text = showField(field);
  return remoteHost(text) !== null || /^[a-z][a-z0-9+.-]*:\/\//.test(text);
}
