import type { ExtensionContext } from "vscode";
import { isRecord, own } from "@gatehouse-hooks/json";

/** Of policy files, those that can hold tests. */
export const NATIVE_GLOB = "**/.gatehouse/*.{yaml,yml,json}";

/** Where policy files are, as the manifest says: an extension that took every YAML file would slow those that are not ours. */
export function policyGlobs({ extension }: ExtensionContext): readonly string[] {
  const manifest: unknown = extension.packageJSON;
  const named = isRecord(manifest) ? own(manifest, "policyFiles") : undefined;
  return Array.isArray(named) ? named.map((glob) => String(glob)) : [NATIVE_GLOB];
}

/** The folder that a policy file decides in: above the hidden one that it is in. */
export function folderDecidedIn(file: string): string {
  const found = /^(.*)[\\/]\.[^\\/]+[\\/]/.exec(file);
  return found?.[1] ?? file.replace(/[\\/][^\\/]*$/, "");
}
