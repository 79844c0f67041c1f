import { isRecord, parseJsonObject } from "@gatehouse-hooks/json";

/**
 * Does in the plugin what an answer says: throws its reason, or writes the arguments, or the parts of the result, into the object that
 * OpenCode will use.
 *
 * @param stdout what the hook's process printed; empty: nothing is to be done
 * @param output the second parameter of the plugin's hook
 * @throws Error with the reason of a deny, or when the answer cannot be read or carried out: the call does not happen then
 */
export function applyOpenCodeAnswer(stdout: string, output: { args?: unknown }): void {
  if (stdout.trim() === "") return;
  const { value, issue } = parseJsonObject(stdout);
  if (issue !== undefined) throw new Error(`[gatehouse] the answer is not a JSON object: ${issue.message}`);
  const reason = value["throw"];
  if (reason !== undefined)
    throw new Error(typeof reason === "string" && reason !== "" ? reason : "[gatehouse] denied");
  const result = value["result"];
  if (isRecord(result)) Object.assign(output, result);
  const args = value["args"];
  if (args === undefined) return;
  const target = output.args;
  if (typeof target !== "object" || target === null || typeof args !== "object" || args === null)
    throw new Error("[gatehouse] the call has no arguments to change");
  for (const key of Object.keys(target)) if (!Object.hasOwn(args, key)) Reflect.deleteProperty(target, key);
  for (const [key, one] of Object.entries(args))
    Object.defineProperty(target, key, { value: one, writable: true, enumerable: true, configurable: true });
}
