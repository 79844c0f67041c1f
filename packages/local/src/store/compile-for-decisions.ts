import { policiesOf, type PolicyDefinition, type PolicySet } from "@gatehouse-hooks/engine";
import { recordLooks, type RepeatableLooks } from "@gatehouse-hooks/runtime";
import { compileForSpeed, type Io } from "@gatehouse-hooks/console";
import { placeholdersAt } from "../placeholder-lists.js";
import { type LoadedPolicies, loadPolicies } from "../places/load-policies.js";
import { isParsedBefore } from "../places/parsed-before.js";
import { readOrganisationSettings } from "../places/organisation-settings.js";
import type { Settings } from "../settings.js";
import type { DecisionPolicies } from "./decision-policies.js";
import { needsRootsStore } from "./read-store.js";
import type { StorePlace } from "./store-place.js";
import { writeStore } from "./write-store.js";

/** Policies that were loaded, and what that looked at. */
export interface Compiled extends DecisionPolicies, Pick<LoadedPolicies, "files"> {
  /** `null` where another time may go otherwise: such policies are not stored. */
  readonly looks: RepeatableLooks | null;
}

/** Policies beside those of files that depend on files, too: what it looks at must be repeatable (`recordLooks`). */
export type LoadMore = () => Promise<readonly PolicyDefinition[]>;

/** Loads everything that decides. */
export async function compileForDecisions(io: Io, settings: Settings, beside?: LoadMore): Promise<Compiled> {
  const { value, looks } = await recordLooks(
    async () => ({
      loaded: await loadPolicies(io, withMore(settings, (await beside?.()) ?? [])),
      organisation: await readOrganisationSettings(io.home),
    }),
    () => placeholdersAt(io.home),
  );
  // A hook begins without: to measure many patterns takes three times as long so, and nothing else that it may have to do.
  if (hasManyPatterns(value.loaded.set)) compileForSpeed(true);
  const { set, trusted, issues, notices, found, claims, ownWords, observes, lost, files } = value.loaded;
  return {
    set,
    trusted,
    issues,
    notices,
    found,
    claims,
    ownWords,
    observes,
    lost,
    files,
    organisation: value.organisation,
    looks,
  };
}

/** Conditions with patterns that are measured sooner than V8 compiles what measures them. */
const FEW_PATTERNS = 8;

function hasManyPatterns(set: PolicySet): boolean {
  const measured = policiesOf(set).filter(
    ({ condition }) =>
      condition !== undefined &&
      /\.(?:matches|glob)\(/.test(condition.text) &&
      !isParsedBefore(condition.text),
  );
  return measured.length > FEW_PATTERNS;
}

function withMore(settings: Settings, policies: readonly PolicyDefinition[]): Settings {
  if (policies.length === 0) return settings;
  const { more } = settings;
  return { ...settings, more: { lost: [], ...more, policies: [...(more?.policies ?? []), ...policies] } };
}

/**
 * The same, stored for the next time. A store that cannot be written is not reported: a home may be read-only.
 *
 * @param place null where stores are off
 */
export async function compileAndStore(
  io: Io,
  settings: Settings,
  place: StorePlace | null,
  beside?: LoadMore,
): Promise<Compiled> {
  const compiled = await compileForDecisions(io, settings, beside);
  if (place !== null && compiled.looks !== null && !needsRootsStore(settings))
    await writeStore(place, compiled, compiled.looks).catch(() => undefined);
  return compiled;
}
