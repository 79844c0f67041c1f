import { isRecord, type JsonObject, type JsonValue, own } from "@gatehouse-hooks/json";
import type { BoxProfile } from "../profile.js";

/** A profile in the words of an agent's own sandbox. */
export interface GeneratedSettings {
  /** The settings, as an object of JSON or TOML. */
  readonly settings: JsonObject;
  /** Globs of what the profile hides or keeps, and the agent's settings have no words for. */
  readonly unsaid: readonly string[];
}

/** A setting that switches an agent's sandbox off, or opens it. */
export interface OpenSetting {
  /** Its keys, with points between them. */
  readonly key: string;
  readonly why: string;
}

/** An agent's own sandbox, and how its settings are made. */
export interface SandboxTarget {
  readonly agent: string;
  readonly title: string;
  /** The user's file, below the agent's own folder. */
  readonly file: string;
  /** Other files that count beside it: absolute, or below the project. */
  readonly beside: readonly string[];
  /** Programs that the sandbox needs on Linux. */
  readonly needs: readonly string[];
  readonly generate: (profile: BoxProfile) => GeneratedSettings;
  /** What the user's file is to say: the narrower of what it says and what is generated. */
  readonly joined: (there: JsonObject, settings: JsonObject) => JsonObject;
  /** What of a file that was written is generated. */
  readonly generatedIn: (value: JsonObject) => JsonObject;
  /** What of a file switches the sandbox off, or opens it. */
  readonly openIn: (value: JsonObject) => readonly OpenSetting[];
}

/** The object at a key; an empty one without it. */
export function tableAt(value: JsonValue | undefined, key: string): JsonObject {
  const found = settingAt(value, [key]);
  return isRecord(found) ? found : {};
}

/** The value at some keys. */
export function settingAt(value: JsonValue | undefined, keys: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const key of keys) at = isRecord(at) ? own(at, key) : undefined;
  return at;
}

/** The strings at a key; undefined without a list. */
export function stringsAt(value: JsonValue | undefined, key: string): readonly string[] | undefined {
  const found = settingAt(value, [key]);
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === "string") : undefined;
}

/** Some keys of an object, as far as it has them. */
export function someKeys(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const found = own(value, key);
      return found === undefined ? [] : [[key, found]];
    }),
  );
}

/** Both lists, what is in the first one first. */
export function bothLists(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one, ...other])];
}

/** What is in both lists; without a first one the second. */
export function commonList(one: readonly string[] | undefined, other: readonly string[]): readonly string[] {
  return one === undefined ? other : one.filter((each) => other.includes(each));
}
