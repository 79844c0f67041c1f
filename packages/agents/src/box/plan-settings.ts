import type { BoxProfile, SandboxTarget } from "@gatehouse-hooks/box";
import { UsageError } from "@gatehouse-hooks/console";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import { applyEdits, getNodeValue, modify, parseTree } from "jsonc-parser";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "smol-toml";
import type { PlannedChange } from "../init/plan-change.js";
import { boxName, type ChangedFile, hashOf, readCopy, readInstallRecord } from "../init/install-record.js";
import { readSettings } from "../init/read-settings.js";
import { readSettingsText, settingsBytes, type SettingsText } from "../init/settings-text.js";
import { withChild } from "../init/splice-json.js";
import { readTarget, type TargetFile } from "../init/target-file.js";

/** What the settings of an agent's own sandbox should become. */
interface SettingsPlan {
  readonly change: PlannedChange;
  /** What of the profile has no words in them. */
  readonly unsaid: readonly string[];
}

/** A settings file as it is. */
interface SandboxFile {
  readonly source: SettingsText;
  readonly value: JsonObject;
}

/** Where the settings are. */
interface SettingsPlace {
  readonly home: string;
  /** The agent's own. */
  readonly folder: string;
}

/**
 * What an agent's own sandbox is to be told of a profile, put into the user's settings: the narrower of both, and everything else as it is.
 *
 * @throws UsageError where the file cannot be read or edited, or says something that would switch the sandbox off
 */
export function planSettings(
  target: SandboxTarget,
  profile: BoxProfile,
  { home, folder }: SettingsPlace,
): SettingsPlan {
  const file = readTarget(join(folder, target.file));
  const { source, value } = readSandboxFile(file.path, withoutEarlier(file, target, home), target);
  const { settings, unsaid } = target.generate(profile);
  const wanted = target.joined(value, settings);
  const [open] = target.openIn(wanted);
  if (open !== undefined)
    throw new UsageError(
      `\`${open.key}\` is in \`${file.path}\`: ${open.why}`,
      `take \`${open.key}\` out, and run this again`,
    );
  const text = saysTheSame(value, wanted)
    ? source.text
    : isToml(target)
      ? withTables(source.text, value, settings)
      : withKeys(source, value, wanted);
  const next = settingsBytes(source, text);
  if (!says(file.path, next, target, wanted))
    throw new UsageError(
      `\`${file.path}\` cannot be edited without changing what it says besides`,
      `take what is there of Gatehouse's or of the same keys out, and run this again`,
    );
  return { change: { agent: boxName(target.agent), file, next }, unsaid };
}

function says(path: string, bytes: Uint8Array, target: SandboxTarget, wanted: JsonObject): boolean {
  try {
    return saysTheSame(readSandboxFile(path, bytes, target).value, wanted);
  } catch {
    // What came of the edit is not a file that can be read.
    return false;
  }
}

/**
 * The bytes as they were before Gatehouse told the sandbox something.
 *
 * @throws UsageError where something else was changed since
 */
function withoutEarlier(file: TargetFile, target: SandboxTarget, home: string): Uint8Array {
  const { bytes = new Uint8Array() } = file;
  const earlier = settingsRecord(home, target);
  if (earlier === undefined || earlier.target !== file.target) return bytes;
  const before = earlier.before === null ? new Uint8Array() : readCopy(home, earlier.before);
  if (hashOf(bytes) === earlier.after && before !== undefined) return before;
  throw new UsageError(
    `\`${file.path}\` was changed since Gatehouse told the sandbox what policies say`,
    `gatehouse box --settings ${target.agent} --undo, and then --write`,
  );
}

/** What is recorded of the settings of an agent's own sandbox. */
export function settingsRecord(home: string, { agent }: SandboxTarget): ChangedFile | undefined {
  return readInstallRecord(home).files.find((one) => one.agent === boxName(agent));
}

/** @throws UsageError where it cannot be read */
export function readSandboxFile(path: string, bytes: Uint8Array, target: SandboxTarget): SandboxFile {
  const source = readSettingsText(bytes);
  if (source === null) throw new UsageError(`\`${path}\` is not UTF-8`, "save it as UTF-8");
  return { source, value: isToml(target) ? tomlOf(path, source.text) : jsonOf(path, source.text, target) };
}

function isToml({ file }: SandboxTarget): boolean {
  return file.endsWith(".toml");
}

function jsonOf(path: string, text: string, { title }: SandboxTarget): JsonObject {
  const read = readSettings(text, { comments: false, title });
  if (read.problem !== undefined)
    throw new UsageError(`\`${path}:${read.problem.line}\`: ${read.problem.message}`, read.problem.cure);
  return read.root === undefined ? {} : plain(getNodeValue(read.root));
}

function tomlOf(path: string, text: string): JsonObject {
  try {
    return plain(parse(text));
  } catch (error) {
    const [first = ""] = (error instanceof Error ? error.message : "").split("\n");
    throw new UsageError(`\`${path}\` is not TOML: ${first}`, "correct it");
  }
}

/** Whether two files say the same. */
export function saysTheSame(one: JsonObject, other: JsonObject): boolean {
  return isDeepStrictEqual(plain(one), plain(other));
}

/** Parsers give objects of their own kinds. */
function plain(value: unknown): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return isObject(copy) ? copy : {};
}

/** What JSON was read from has no other objects. */
function isObject(value: unknown): value is JsonObject {
  return isRecord(value);
}

function withKeys({ text, formatting }: SettingsText, value: JsonObject, wanted: JsonObject): string {
  const { indent, eol } = formatting;
  if (text.trim() === "") return `${JSON.stringify(wanted, null, indent)}\n`.replaceAll("\n", eol);
  const formattingOptions = {
    insertSpaces: indent !== "\t",
    tabSize: indent === "\t" ? 1 : indent.length,
    eol,
  };
  return Object.entries(wanted)
    .filter(([key, one]) => !isDeepStrictEqual(value[key], one))
    .reduce((all, [key, one]) => {
      const root = value[key] === undefined ? parseTree(all) : undefined;
      return root === undefined
        ? applyEdits(all, modify(all, [key], one, { formattingOptions }))
        : withChild(all, root, { key, value: one }, formatting);
    }, text);
}

/** Keys before the first table, tables at the end; keys of a table that is there below its header. */
function withTables(text: string, value: JsonObject, settings: JsonObject): string {
  let [top, tables, body] = ["", "", text];
  for (const [key, one] of Object.entries(settings)) {
    const there = value[key];
    if (!isRecord(one)) {
      if (there !== one) top += stringify({ [key]: one });
      continue;
    }
    const known = isRecord(there) ? there : {};
    const missing = Object.fromEntries(
      Object.entries(one).filter(([name, each]) => !isDeepStrictEqual(known[name], each)),
    );
    if (Object.keys(missing).length === 0) continue;
    const header = headerEnd(body, key);
    const isFlat = Object.values(missing).every((each) => !isRecord(each));
    if (header === undefined || !isFlat) tables += `\n${stringify({ [key]: missing })}`;
    else body = `${body.slice(0, header)}${stringify(missing)}${body.slice(header)}`;
  }
  const end = body === "" || body.endsWith("\n") ? "" : "\n";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return `${top}${body}${end}${tables}`.replaceAll(/\r?\n/g, eol);
}

/** Where the line of a table's header ends; undefined: there is no such line. */
function headerEnd(text: string, key: string): number | undefined {
  let end = 0;
  for (const line of text.split("\n")) {
    end += line.length + 1;
    const name = /^\s*\[([^[\]]*)\]/.exec(line)?.[1];
    // Without a line break at the end there is nowhere to write to.
    if (name?.trim() === key) return end <= text.length ? end : undefined;
  }
  return undefined;
}
