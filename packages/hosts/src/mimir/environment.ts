import type { JsonValue } from "@gatehouse-hooks/json";
import type { CommandHandler, Event } from "@gatehouse-hooks/engine";
import { baseName, extensionOf, isAbsolute, joined } from "./paths.js";
import { MIMIR_VARIABLES, type MimirVariable } from "./variables.js";

/** Variables by name; `undefined` takes one away that the parent has. */
export type MimirEnvironment = Readonly<Record<string, string | undefined>>;

/** A hook's `environment` with the parent's values in place. */
export interface ResolvedEnvironment {
  readonly variables: MimirEnvironment;
  /** The parent's variables that are named and missing; what names them stays unset. */
  readonly missing: readonly string[];
}

/** One variable of a process's environment on Linux may have 131072 bytes, its name and end included. */
const MAX_BYTES = 130_000;
/** UTF-16 code units that are left of a string that is cut: in JSON, each may become six bytes. */
const CUT_LENGTH = 20_000;
const CUT_NOTE = "… (cut)";
const HOST_VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const REFERENCE = /\$\{MIMIR_(json_)?([a-z_]+)\?\}/g;
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

/**
 * Replaces each `${NAME}` of a hook's `environment` by the parent's value, once: a value is not looked at again.
 *
 * @param parent own properties only, normally `process.env`
 */
export function resolveEnvironment(
  environment: MimirEnvironment,
  parent: MimirEnvironment,
): ResolvedEnvironment {
  const missing = new Set<string>();
  const variables = Object.entries(environment).map(([name, template = ""]): [string, string | undefined] => {
    let whole = true;
    const text = template.replace(HOST_VARIABLE, (_, wanted: string) => {
      const found = Object.hasOwn(parent, wanted) ? parent[wanted] : undefined;
      if (found === undefined) {
        whole = false;
        missing.add(wanted);
      }
      return found ?? "";
    });
    return [name, whole ? text : undefined];
  });
  return { variables: Object.fromEntries(variables), missing: [...missing] };
}

/**
 * The variables of one run of a Mimir hook: its `environment`, and the values that its command refers to. Fits the option
 * `variables` of the runtime's command handler. A value that is missing, has the wrong type, holds a NUL or is too long stays
 * unset, and the command fails where it refers to it.
 */
export function mimirEnvironment(
  need: { readonly handler: Pick<CommandHandler, "command" | "env">; readonly event: Event },
  parent: MimirEnvironment,
): MimirEnvironment {
  const { handler, event } = need;
  const values = [...handler.command.matchAll(REFERENCE)].map(
    ([, json = "", name = ""]): [string, string | undefined] => [
      `MIMIR_${json}${name}`,
      valueOf(name, event, json !== ""),
    ],
  );
  return { ...resolveEnvironment(handler.env ?? {}, parent).variables, ...Object.fromEntries(values) };
}

/** Why a variable is without a value for an event, for people; `null` when it has one. */
export function whyNoValue(name: string, event: Event): string | null {
  const variable = MIMIR_VARIABLES.find((one) => one.name === name);
  if (variable === undefined || valueOf(name, event, false) !== undefined) return null;
  if ((valueIn(event, name) ?? derived(name, event)) === undefined) return `the event has no \`${name}\``;
  const text = variableText(variable, event);
  if (text === undefined)
    return `\`${name}\` of the event is not a ${variable.type === "number" ? "number" : "text"}`;
  return text.includes("\0")
    ? `\`${name}\` of the event holds a NUL character, which no program can be given`
    : `\`${name}\` of the event is too long for the environment of a program`;
}

/** The text of a variable for one event. */
function valueOf(name: string, event: Event, inJsonString: boolean): string | undefined {
  const variable = MIMIR_VARIABLES.find((one) => one.name === name);
  const text = variable === undefined ? undefined : variableText(variable, event);
  if (variable === undefined || text === undefined || text.includes("\0")) return undefined;
  const written = inJsonString ? inside(text) : text;
  if (fits(written)) return written;
  if (variable.cut !== true) return undefined;
  const cut = `${text.slice(0, CUT_LENGTH).replace(/[\ud800-\udbff]$/, "")}${CUT_NOTE}`;
  if (inJsonString) return inside(cut);
  return variable.type === "json" ? JSON.stringify(cut) : cut;
}

function variableText({ name, type }: MimirVariable, event: Event): string | undefined {
  const value = valueIn(event, name) ?? derived(name, event);
  if (value === undefined) return undefined;
  if (type === "json") return jsonText(value);
  if (typeof value === "object") return undefined;
  const text = String(value);
  if (type === "number") return NUMBER.test(text) ? text : undefined;
  return name === "file_path" || name === "working_dir" ? pathText(text, name, event) : text;
}

/** Never like an option or an assignment: absolute, or with `./` in front. */
function pathText(text: string, name: string, event: Event): string {
  if (isAbsolute(text)) return text;
  const from = name === "file_path" ? valueIn(event, "working_dir") : undefined;
  if (typeof from === "string" && isAbsolute(from)) return joined(from, text);
  return /^[\w./]/.test(text) && !text.includes("=") ? text : `./${text}`;
}

function derived(name: string, event: Event): JsonValue | undefined {
  const path = valueIn(event, "file_path");
  if (typeof path !== "string") return undefined;
  return name === "file_name" ? baseName(path) : name === "file_ext" ? extensionOf(path) : undefined;
}

/** A string that is JSON already stays as it is. */
function jsonText(value: JsonValue): string {
  if (typeof value === "string") {
    try {
      JSON.parse(value);
      return value;
    } catch {
      return JSON.stringify(value);
    }
  }
  return JSON.stringify(value);
}

function valueIn(event: Event, name: string): JsonValue | undefined {
  const value = Object.hasOwn(event, name) ? event[name] : undefined;
  return value === null ? undefined : value;
}

function inside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function fits(text: string): boolean {
  return (
    text.length <= MAX_BYTES &&
    (text.length * 3 <= MAX_BYTES || new TextEncoder().encode(text).length <= MAX_BYTES)
  );
}
