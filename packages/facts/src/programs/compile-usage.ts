import { EFFECT_KEYS, NO_EFFECT } from "./effect-keys.table.js";
import { ownProgramRow, ownUsage } from "../own-keys.js";
import type {
  RowCondition,
  ProgramEffect,
  HandlerName,
  ProgramRow,
  Style,
  ProgramUsage,
  Verbs,
  When,
} from "./program-row.js";
import type { Role } from "../roles.table.js";

/** An option of a row, read. */
export interface Option {
  /** All spellings, as written; the first is what conditions are compared by. */
  readonly names: readonly string[];
  readonly value: "none" | "required" | "optional";
  readonly role: Role;
  /** Words before the value that are its own, too. */
  readonly skips: number;
}

/** A role and how many operands it may have. */
export interface RoleSlot {
  readonly role: Role;
  readonly many: boolean;
}

/** What an effect says, read. */
export interface CompiledEffect extends Omit<ProgramEffect, "operands" | "action" | "tree"> {
  readonly slots: readonly RoleSlot[];
  readonly hasOperands: boolean;
  readonly actions: readonly string[];
  readonly tree: readonly string[] | boolean;
}

/** A clause, read: `effect` has only the keys that it was given. */
export interface CompiledClause {
  readonly condition: { readonly [Key in keyof Required<RowCondition>]: RowCondition[Key] | undefined };
  readonly effect: Partial<CompiledEffect>;
  /** The effect with what it does not say: that of the usage, or nothing. Made when it is first asked for. */
  readonly whole: () => CompiledEffect;
}

/** A usage, read. */
export interface CompiledUsage {
  readonly options: ReadonlyMap<string, Option>;
  /** Long names, for abbreviations. */
  readonly longNames: readonly string[];
  readonly loose: boolean;
  readonly style: Style;
  readonly base: CompiledEffect;
  readonly when: readonly CompiledClause[];
  readonly also: readonly CompiledClause[];
  /** Each read when a call first names it: a decision runs one or two of fifty. */
  readonly commands: ReadonlyMap<string, () => CompiledUsage> | null;
  readonly verbs: CompiledVerbs | null;
  readonly handler: HandlerName | null;
}

/** Verbs, read. */
export interface CompiledVerbs {
  readonly kind: string;
  readonly depth: number;
  readonly from: number;
  readonly helps: boolean;
  readonly of: (word: string) => "look" | "change" | "destroy" | null;
  readonly publishes: (word: string) => boolean;
  readonly grants: (word: string) => boolean;
}

/** A row, read. */
export interface CompiledProgram {
  readonly row: ProgramRow;
  readonly usage: CompiledUsage;
  readonly variables: readonly { readonly name: string; readonly role: string }[];
}

/** Reads a row once, before its first use. */
export function compileProgram(given: ProgramRow): CompiledProgram {
  const row = ownProgramRow(given);
  const variables = (row.variables ?? []).map((one) => {
    const [name = "", role = ""] = one.split("=");
    return { name, role };
  });
  return { row, usage: compileUsage(row, row.global ?? [], row.style ?? "gnu"), variables };
}

function compileUsage(usage: ProgramUsage, global: readonly string[], inherited: Style): CompiledUsage {
  const style = usage.style ?? inherited;
  const options = optionsOf([...global, ...(usage.options ?? [])], style);
  const commands = usage.commands === undefined ? null : new Map<string, () => CompiledUsage>();
  for (const [names, one] of Object.entries(usage.commands ?? {})) {
    let compiled: CompiledUsage | undefined;
    const read = (): CompiledUsage => (compiled ??= compileCommand(one, global, inherited));
    for (const name of names.split(",")) commands?.set(name, read);
  }
  const base = wholeEffect(emptyEffect, compileEffect(usage));
  return {
    options,
    longNames: [...options.keys()].filter((one) => one.startsWith("--") || style === "powershell"),
    loose: usage.loose === true,
    style,
    base,
    when: (usage.when ?? []).map((clause) => compileClause(clause, base)),
    also: (usage.also ?? []).map((clause) => compileClause(clause, emptyEffect)),
    commands,
    verbs: usage.verbs === undefined ? null : compileVerbs(usage.verbs),
    handler: usage.handler ?? null,
  };
}

function compileCommand(given: ProgramUsage, global: readonly string[], above: Style): CompiledUsage {
  const usage = ownUsage(given);
  // A subcommand is read by its own style: the first operand ended the options of what is above it.
  return compileUsage(usage, global, usage.style ?? (above === "single" ? "single" : "gnu"));
}

/** Options by their spellings; where case does not count, in small letters, too. */
function optionsOf(texts: readonly string[], style: Style): Map<string, Option> {
  const options = new Map<string, Option>();
  const folds = style === "powershell" || style === "slash";
  for (const text of texts) {
    const option = parseOption(text);
    for (const name of option.names) options.set(name, option);
    if (folds) for (const name of option.names) options.set(name.toLowerCase(), option);
  }
  return options;
}

/** `"-t,--target-directory=into"`. */
function parseOption(text: string): Option {
  const equals = text.indexOf("=");
  if (equals === -1) return { names: text.split(","), value: "none", role: "plain", skips: 0 };
  const names = text.slice(0, equals).split(",");
  const rest = text.slice(equals + 1);
  const optional = rest.startsWith("?");
  const isTwo = rest.startsWith("2");
  const role = (optional || isTwo ? rest.slice(1) : rest) as Role | "";
  return {
    names,
    value: optional ? "optional" : "required",
    role: role === "" ? "plain" : role,
    skips: isTwo ? 1 : 0,
  };
}

function compileClause(clause: When, base: CompiledEffect): CompiledClause {
  const { has, only, all, not, operand, first, least, most, ...effect } = clause;
  // Every key is there, so that none is inherited.
  const condition = { has, only, all, not, operand, first, least, most };
  const compiled = compileEffect(effect);
  let whole: CompiledEffect | undefined;
  return { condition, effect: compiled, whole: () => (whole ??= wholeEffect(base, compiled)) };
}

/** An effect with what another says besides. */
function wholeEffect(base: CompiledEffect, more: Partial<CompiledEffect>): CompiledEffect {
  return Object.assign({ ...base }, more);
}

/** An effect of nothing, in which every key is its own. */
export const emptyEffect: CompiledEffect = {
  ...(NO_EFFECT as object),
  slots: [],
  hasOperands: false,
  actions: [],
  tree: false,
};

/** Only the keys that are given. */
function compileEffect(effect: ProgramEffect): Partial<CompiledEffect> {
  const compiled: Record<string, unknown> = {};
  for (const key of EFFECT_KEYS) {
    const value: unknown = effect[key];
    if (value !== undefined) compiled[key] = value;
  }
  if (effect.operands !== undefined) {
    compiled["slots"] = parseSlots(effect.operands);
    compiled["hasOperands"] = true;
  }
  if (effect.action !== undefined)
    compiled["actions"] = typeof effect.action === "string" ? [effect.action] : effect.action;
  if (effect.tree !== undefined) compiled["tree"] = effect.tree;
  return compiled;
}

/** `"read+ into"`. */
function parseSlots(text: string): readonly RoleSlot[] {
  return text
    .split(" ")
    .filter((one) => one !== "")
    .map((one) => ({ role: one.replace(/[+*]$/, "") as Role, many: /[+*]$/.test(one) }));
}

function compileVerbs(verbs: Verbs): CompiledVerbs {
  const lists = (["destroy", "change", "look"] as const).map(
    (key) => [key, globs(verbs[key] ?? "")] as const,
  );
  const isOf = ({ exact, forms }: ReturnType<typeof globs>, word: string): boolean =>
    exact.has(word) || forms.some((form) => simpleMatch(form, word));
  const publish = globs(verbs.publish ?? "");
  const grant = globs(verbs.grant ?? "");
  return {
    kind: verbs.kind,
    depth: verbs.depth,
    from: verbs.from ?? 0,
    helps: verbs.helps === true,
    publishes: (word) => isOf(publish, word),
    grants: (word) => isOf(grant, word),
    of: (word) => {
      for (const [key, list] of lists) if (list.exact.has(word)) return key;
      for (const [key, list] of lists) if (list.forms.some((form) => simpleMatch(form, word))) return key;
      return null;
    },
  };
}

function globs(text: string): { readonly exact: ReadonlySet<string>; readonly forms: readonly string[] } {
  const all = text.split(" ").filter((one) => one !== "");
  return {
    exact: new Set(all.filter((one) => !one.includes("*"))),
    forms: all.filter((one) => one.includes("*")),
  };
}

/** A form in which `*` is any run of characters. Linear: pieces are found from left to right. */
export function simpleMatch(form: string, text: string): boolean {
  const star = form.indexOf("*");
  if (star === -1) return form === text;
  const first = form.slice(0, star);
  if (!text.startsWith(first)) return false;
  const pieces = form.split("*");
  const last = pieces.at(-1) ?? "";
  if (text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > text.length - last.length) return false;
    at = found + piece.length;
  }
  return true;
}
