import { cite } from "../text/cite.js";
import type { FileContext } from "./file-context.js";

/** The keys of a flavor that would change policies; each may end in `+` or `-`, which adds or removes. */
const GUARDS = new Set(["hooks", "permissions", "redact_secrets"]);
/** The most flavors, and keys of one, that are looked at. */
const MAX_LOOKED_AT = 1000;

/**
 * Refuses flavors that change hooks or permissions: docker-agent applies them when it is started with `--flavor`, and a
 * file is read here without knowing with which.
 */
export function checkFlavors(flavors: unknown, { atKey }: Pick<FileContext, "atKey">): void {
  for (const [name, flavor] of entriesOf(flavors)) {
    const agents = entriesOf(flavor).filter(([key]) => bareKey(key) === "agents");
    const places = [
      ...entriesOf(flavor).map(([key]) => [key]),
      ...agents.flatMap(([key, team]) =>
        entriesOf(team).flatMap(([agent, value]) => entriesOf(value).map(([inner]) => [key, agent, inner])),
      ),
    ];
    for (const place of places.filter((one) => GUARDS.has(bareKey(one.at(-1) ?? "")))) {
      atKey(
        ["flavors", name, ...place],
        {
          code: "unknown-key",
          message: `the flavor ${cite(name)} changes ${cite(bareKey(place.at(-1) ?? ""))}, and flavors are not read`,
          cure: "write it next to the flavors, or into a separate file",
        },
        "all gating",
      );
    }
  }
}

function bareKey(key: string): string {
  return key.replace(/[+-]$/, "");
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).slice(0, MAX_LOOKED_AT);
}
