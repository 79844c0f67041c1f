import { isRecord, isSealed, sealJson } from "@gatehouse-hooks/json";

/**
 * A copy of a call's input that nobody can change: what is decided, shown to a person and run is this one value, whatever becomes of the
 * caller's object meanwhile. What is not plain data stays as it is, and is no event: deciding denies it.
 */
export function sealInput(input: unknown): unknown {
  return sealJson(input).value ?? input;
}

/** What a tool is given: a copy that it may change of what was decided on; `undefined` for what was not sealed. */
export function copyOfSealed(input: unknown): Record<string, unknown> | undefined {
  if (!isSealed(input)) return undefined;
  const copy: unknown = JSON.parse(JSON.stringify(input));
  return isRecord(copy) ? copy : undefined;
}
