/** Nothing but Node tells proxies apart: they are read like other objects, each property once. */
export function isProxy(_value: unknown): boolean {
  return false;
}
