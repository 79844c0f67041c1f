import { dirname } from "node:path";
import { hookKeys } from "./edit-settings.js";
import {
  type ChangedFile,
  hashOf,
  type InstallRecord,
  keepCopy,
  readInstallRecord,
  writeInstallRecord,
} from "./install-record.js";
import type { PlannedChange, InitScope } from "./plan-change.js";
import { readSettingsText } from "./settings-text.js";
import { makeFolders, writeTarget } from "./target-file.js";
import { isEmptySettings, withoutOurs } from "./undo-change.js";
import type { Wiring } from "@gatehouse-hooks/local/agents";

/** The name of a scope in the record. */
export function scopeName(scope: InitScope): string {
  return scope.kind === "user" ? "user" : scope.folder;
}

/** Carries a change out: the record of it first, with copies of what was and what will be. */
export function applyChange(home: string, scope: InitScope, change: PlannedChange, wiring?: Wiring): void {
  recordChange(home, scope, change, wiring);
  writeTarget(change.file.target, change.next);
}

/**
 * Records a change, so that it can be undone.
 *
 * @param wiring the agent's; absent: the file is not one that `init` puts entries into
 */
function recordChange(
  home: string,
  scope: InitScope,
  { agent, file, next }: PlannedChange,
  wiring?: Wiring,
): void {
  const record = readInstallRecord(home);
  const earlier = record.files.find((one) => one.agent === agent && one.target === file.target);
  const untouched = earlier !== undefined && file.bytes !== undefined && hashOf(file.bytes) === earlier.after;
  // What the user has changed since is what an undo leaves.
  const base = untouched
    ? undefined
    : file.bytes !== undefined && wiring !== undefined
      ? withoutOurs(file.bytes, wiring, new Set(earlier?.keys ?? []))
      : file.bytes;
  const folders: string[] = [];
  const keep = (bytes: Uint8Array): string => {
    const kept = keepCopy(home, bytes);
    folders.push(...kept.folders);
    return kept.hash;
  };
  const created = earlier?.before === null && base !== undefined && isEmptySettings(base);
  const before = untouched ? earlier.before : base === undefined || created ? null : keep(base);
  const after = keep(next);
  const made = makeFolders(dirname(file.target));
  const changed: ChangedFile = {
    agent,
    scope: scopeName(scope),
    path: file.path,
    target: file.target,
    before,
    after,
    keys: untouched ? earlier.keys : keysOf(base, wiring),
    folders: [...(earlier?.folders ?? []), ...made],
  };
  const others = record.files.filter((one) => one !== earlier);
  const all: InstallRecord = {
    version: 1,
    files: [...others, changed],
    folders: [...record.folders, ...folders],
  };
  writeInstallRecord(home, all);
}

function keysOf(bytes: Uint8Array | undefined, wiring: Wiring | undefined): readonly string[] {
  const text = bytes === undefined ? undefined : readSettingsText(bytes)?.text;
  return text === undefined || wiring === undefined ? [] : hookKeys(text, wiring);
}
