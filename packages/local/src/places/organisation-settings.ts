import { type Issue, isRecord } from "@gatehouse-hooks/json";
import { notRoots, readPolicyFiles } from "@gatehouse-hooks/runtime";
import { join } from "node:path";
import { ENFORCED_FOLDER } from "./places.js";
import { readPinnedKeys, signatureProblem } from "./signed-files.js";

/** What an organisation demands of every run, whatever the command line says. */
export interface OrganisationSettings {
  /** Commands of hooks run in a sandbox, or not at all. */
  readonly sandbox: "required" | "optional";
  /** Each is an error, and then the stricter reading holds. */
  readonly issues: readonly Issue[];
}

/** The file in the organisation's folders. It holds no policies. */
export const SETTINGS_FILE = "settings.json";
const FORM = 'write `{ "version": 1, "sandbox": "required" }`, or "optional"';

/**
 * Reads `settings.json` of the organisation's folders: `/etc/gatehouse`, where only root may have written it, and
 * `~/.gatehouse/organisation`, where a pinned key must have signed it. What cannot be read, is not from the organisation or
 * is not understood is an error, and the sandbox then counts as required.
 *
 * @param folder the organisation's folder on this machine
 */
export async function readOrganisationSettings(
  home: string,
  folder: string = ENFORCED_FOLDER,
): Promise<OrganisationSettings> {
  const signed = join(home, ".gatehouse", "organisation");
  const all = await Promise.all([
    readSettings(join(folder, SETTINGS_FILE), rootProblem),
    readSettings(join(signed, SETTINGS_FILE), async (path, bytes) => {
      const place = { path: signed, tier: "enforced", required: false, guard: "signature" } as const;
      const { keys } = await readPinnedKeys([place], home);
      return (await signatureProblem(path, bytes, keys))?.message ?? null;
    }),
  ]);
  return {
    sandbox: all.some(({ sandbox }) => sandbox === "required") ? "required" : "optional",
    issues: all.flatMap(({ issues }) => issues),
  };
}

async function readSettings(
  path: string,
  problemOf: (path: string, bytes: Uint8Array) => Promise<string | null>,
): Promise<OrganisationSettings> {
  const { files, issues } = await readPolicyFiles([{ path, required: false }]);
  const errors = issues.filter(({ severity, code }) => severity === "error" && code !== "not-found");
  const [file] = files;
  const refused = (code: string, message: string, cure: string): OrganisationSettings => ({
    sandbox: "required",
    issues: [{ severity: "error", code, message: `${message}: the sandbox counts as required`, path, cure }],
  });
  if (file === undefined) {
    return errors.length > 0 ? { sandbox: "required", issues: errors } : { sandbox: "optional", issues: [] };
  }
  const problem = await problemOf(path, file.text);
  if (problem !== null) return refused("not-organisation", problem, "chown root, chmod go-w; or sign it");
  const read = sandboxOf(file.text);
  return "sandbox" in read ? { ...read, issues: [] } : refused("bad-settings", read.problem, FORM);
}

async function rootProblem(path: string): Promise<string | null> {
  const others = await notRoots(path).catch(() => path);
  return others === null ? null : `\`${others}\` is not owned by root, or others may write it`;
}

/** Exactly the keys that are known: a misspelt one would be a demand without effect. */
function sandboxOf(
  bytes: Uint8Array,
): { readonly sandbox: "required" | "optional" } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { problem: "the settings are not JSON in UTF-8" };
  }
  if (!isRecord(value)) {
    return { problem: "the settings are not an object" };
  }
  const unknown = Object.keys(value).find((key) => key !== "version" && key !== "sandbox");
  if (unknown !== undefined) return { problem: `the settings have an unknown key \`${unknown}\`` };
  const { version, sandbox } = value;
  if (version !== 1) return { problem: "`version` of the settings is not 1" };
  if (sandbox !== "required" && sandbox !== "optional") {
    return { problem: "`sandbox` of the settings is neither `required` nor `optional`" };
  }
  return { sandbox };
}
