/** How often a law is tried: `GATEHOUSE_RUNS`, else the number that suits the quick suite. */
export function runs(usual: number): number {
  const wanted = Number(process.env["GATEHOUSE_RUNS"] ?? "");
  return Number.isSafeInteger(wanted) && wanted > 0 ? wanted : usual;
}
