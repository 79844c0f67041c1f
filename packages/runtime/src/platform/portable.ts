/** Nothing but Node tells proxies apart: they are read like other objects, each property once. */
export function isProxy(_value: unknown): boolean {
  return false;
}

/** Told on the console. */
export function warn(message: string, code: string): void {
  // oxlint-disable-next-line no-console -- where there is no process, this is where warnings are told
  console.warn(`(${code}) GatehouseNotice: ${message}`);
}
