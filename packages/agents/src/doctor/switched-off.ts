import { getNodeValue, type Node } from "jsonc-parser";
import { AGENTS } from "@gatehouse-hooks/hosts/agents";
import { placeOf, propertyOf } from "../init/read-settings.js";
import type { Wiring } from "@gatehouse-hooks/local/agents";
import type { DoctorFinding } from "./doctor-finding.js";
import type { SettingsFile } from "./settings-file.js";

/** Top-level fields of Codex's `hooks.json`; with another one Codex drops the file. */
const CODEX_FIELDS: ReadonlySet<string> = new Set(["hooks", "description", "$schema"]);

/** What in a settings file turns hooks off: the user's own, and those of other files. */
export function switchedOff(
  { text, root, path }: SettingsFile,
  { agent, title }: Wiring,
): readonly DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  const add = (keys: readonly string[], code: string, message: string, cure: string): void => {
    let node = root;
    for (const key of keys) node = propertyOf(node, key);
    const { line } = placeOf(text, node?.offset ?? 0);
    findings.push({ code, severity: "error", agent, path, line, message, cure });
  };
  const value = (...keys: readonly string[]): unknown => {
    let node = root;
    for (const key of keys) node = propertyOf(node, key);
    return node === undefined ? undefined : getNodeValue(node);
  };
  const off = (keys: readonly string[], wrong: unknown): void => {
    if (value(...keys) !== wrong) return;
    const name = keys.join(".");
    const message = `\`${name}\` is \`${JSON.stringify(wrong)}\`: ${title} runs no hooks, also not those of other settings files`;
    add(keys, "hooks-off", message, `take \`${name}\` out`);
  };
  for (const { keys, value: wrong, names } of AGENTS.find(({ name }) => name === agent)?.switches ?? []) {
    if (wrong !== undefined) off(keys, wrong);
    const list = names === undefined ? undefined : value(...keys);
    if (Array.isArray(list) && list.includes(names))
      add(
        keys,
        "hooks-off",
        `\`${keys.join(".")}\` names \`${String(names)}\`: its hooks do not run`,
        "take the name out",
      );
  }
  if (agent === "codex") {
    for (const name of unknownFields(root))
      add([name], "unknown-field", `unknown field \`${name}\`: Codex drops the whole file`, "take it out");
  }
  if (agent === "copilot" && root !== undefined && value("version") !== 1)
    add(
      ["version"],
      "bad-version",
      "`version` is not 1: Copilot does not read the file",
      'write `"version": 1`',
    );
  return findings;
}

function unknownFields(root: Node | undefined): readonly string[] {
  return (root?.children ?? [])
    .map(({ children }) => String(children?.[0]?.value))
    .filter((name) => !CODEX_FIELDS.has(name));
}
