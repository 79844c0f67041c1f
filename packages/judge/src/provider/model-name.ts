/** A model as policies name it, in parts. */
export interface ModelName {
  readonly provider: string;
  /** As the provider knows it; may hold further slashes. */
  readonly model: string;
}

/** Splits `provider/model`; `undefined` when a part is missing. */
export function parseModelName(name: string): ModelName | undefined {
  const at = name.indexOf("/");
  if (at <= 0 || at === name.length - 1) return undefined;
  return { provider: name.slice(0, at), model: name.slice(at + 1) };
}
