import { ofTiers } from "@gatehouse-hooks/engine";
import { type OpenedStore, openPolicyStore, type StoredPolicies } from "@gatehouse-hooks/store";
import { sameLooks } from "@gatehouse-hooks/runtime";
import { existsSync } from "node:fs";
import type { Io } from "@gatehouse-hooks/console";
import { placeholdersAt } from "../placeholder-lists.js";
import type { Settings } from "../settings.js";
import { ENFORCED_FOLDER } from "../places/places.js";
import type { DecisionPolicies } from "./decision-policies.js";
import { copiesIn, type StoredAbout } from "./stored-copies.js";
import { storeChecksum } from "./store-place.js";
import { type OpenStore, openStoreFile } from "./store-file.js";
import type { StorePlace, StoreSettings } from "./store-place.js";
import { writerMark } from "./store-place.js";
import { derivedAt } from "../places/derived.js";

/** A store that is fresh and may be believed. */
export interface FreshStore extends DecisionPolicies {
  readonly kind: "fresh";
  readonly file: string;
  readonly completed: StoredAbout["completed"];
  /** What turned out to be wrong with it: ask after a decision. */
  readonly damage: () => string | null;
  readonly close: () => void;
}

/** Why there is none; `notice` where the user should know. */
interface NoStore {
  readonly kind: "none";
  readonly notice?: string;
}

/**
 * The user's own word does not stand for the organisation's: where there are policies of the enforced tier, only root's store counts,
 * since a process that can write a store can leave them out.
 */
export function needsRootsStore({ enforced }: Pick<StoreSettings, "enforced">): boolean {
  return enforced.length > 0 || existsSync(ENFORCED_FOLDER);
}

/** Opens the store of a place if everything that loading looked at is still the same. Never throws. */
export function readStore(
  { home }: Pick<Io, "home">,
  place: StorePlace,
  settings: StoreSettings & Pick<Settings, "isHook">,
): FreshStore | NoStore {
  const file = openStoreFile(place.file, needsRootsStore(settings));
  if (file === null) return { kind: "none" };
  if (file.kind === "unsafe") return refused(place, file.why);
  const opened = openPolicyStore(file.source, {
    ...derivedAt({ ...settings, home }),
    hash: storeChecksum,
    writer: writerMark(),
  });
  const fresh = opened.kind === "opened" ? freshOf(opened.stored, home, place, file) : null;
  if (fresh !== null) return fresh;
  file.close();
  return opened.kind === "refused" && !isOutdated(opened)
    ? refused(place, opened.issue.message)
    : { kind: "none" };
}

/** Another version is an everyday thing: nothing to tell. */
function isOutdated({ issue }: Extract<OpenedStore, { kind: "refused" }>): boolean {
  return issue.code === "store-outdated";
}

function refused({ file }: StorePlace, why: string): NoStore {
  return { kind: "none", notice: `the store of compiled policies \`${file}\` is not used: ${why}` };
}

function freshOf(
  stored: StoredPolicies,
  home: string,
  { key, file }: StorePlace,
  { tail, close }: Pick<OpenStore, "tail" | "close">,
): FreshStore | null {
  const about = stored.about as StoredAbout | null;
  if (about === null || about.key !== key) return null;
  if (!sameLooks(about.looks, copiesIn(about.copies, tail), () => placeholdersAt(home))) return null;
  const { notices, found, claims, ownWords, observes, organisation, completed } = about;
  return {
    kind: "fresh",
    file,
    set: stored.set,
    trusted: ofTiers(stored.set, ["enforced", "user"]),
    issues: stored.issues,
    lost: stored.lost,
    notices,
    found,
    claims,
    ownWords,
    observes,
    organisation,
    completed,
    damage: () => stored.damage?.message ?? null,
    close,
  };
}
