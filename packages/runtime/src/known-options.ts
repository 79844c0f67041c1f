import { nearName } from "@gatehouse-hooks/json";

/**
 * Refuses options that are not known: a misspelt one would be ignored, and what it was meant to do would not happen.
 *
 * @throws TypeError that names the option, and the known one that is near it
 */
export function refuseUnknownOptions(options: object, known: ReadonlySet<string>): void {
  for (const key of Object.keys(options)) {
    if (known.has(key)) continue;
    const meant = nearName(key, known);
    const cure = meant === null ? `expected one of ${[...known].join(", ")}` : `did you mean \`${meant}\`?`;
    throw new TypeError(`unknown option \`${key}\`; ${cure}`);
  }
}
