import { getNodeValue, type Node } from "jsonc-parser";
import { AGENTS } from "@gatehouse-hooks/hosts/agents";
import { placeOf, propertyOf } from "../init/read-settings.js";
import type { Wiring } from "@gatehouse-hooks/local/agents";
import type { DoctorFinding } from "./doctor-finding.js";
import type { SettingsFile } from "./settings-file.js";

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
  const described = AGENTS.find(({ name }) => name === agent);
  for (const { keys, value: wrong, names } of described?.switches ?? []) {
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
  for (const name of unknownFields(root, described?.onlyFields))
    add([name], "unknown-field", `unknown field \`${name}\`: ${title} drops the whole file`, "take it out");
  if (described?.topRequired === true && root !== undefined)
    for (const [name, wanted] of Object.entries(described.wiring?.top ?? {})) {
      if (value(name) === wanted) continue;
      const message = `\`${name}\` is not ${wanted}: ${title} does not read the file`;
      add([name], "bad-version", message, `write \`"${name}": ${wanted}\``);
    }
  return findings;
}

function unknownFields(root: Node | undefined, known: readonly string[] | undefined): readonly string[] {
  if (known === undefined) return [];
  return (root?.children ?? [])
    .map(({ children }) => String(children?.[0]?.value))
    .filter((name) => !known.includes(name));
}
