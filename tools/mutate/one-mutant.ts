const CHECK = /\bstryMutAct_9fa48(?:\$\d+)?\("(\d+)"\)/g;
const COVER = /\bstryCov_9fa48(?:\$\d+)?\((?:"\d+"(?:,\s*)?)+\)/g;

/**
 * Code that Stryker has instrumented holds all mutants at once, and counts what it passes: that makes it about eight
 * times as slow. This is the same code with one mutant, or none.
 *
 * @returns a function from the id of a mutant to the code; it is the same text for all mutants that are not in it.
 */
export function oneMutant(instrumented: string): (mutant: string | undefined) => string {
  const uncounted = instrumented.replaceAll(COVER, "0");
  const idle = uncounted.replaceAll(CHECK, "false");
  const held = new Set(Array.from(uncounted.matchAll(CHECK), ([, id]) => id));
  return (mutant) =>
    mutant !== undefined && held.has(mutant)
      ? uncounted.replaceAll(CHECK, (check, id: string) => (id === mutant ? check : "false"))
      : idle;
}
