import { type Issue, type JsonValue, ownRecord } from "@gatehouse-hooks/json";
import type { CompiledPolicies, LostPolicy, PolicySet } from "@gatehouse-hooks/engine";
import { Deriving, requireDerive, sealSet } from "@gatehouse-hooks/engine/parts";
import { MAX_HEAD, MAX_MARK, readStoreMark, type StoredReport, type StoreHead } from "./store-format.js";
import { cellsFrom } from "./stored-policy.js";
import type { StoreOptions } from "./store-policy-set.js";
import { StoreSections, type StoreSource } from "./store-sections.js";
import { StoredParts } from "./stored-parts.js";

/**
 * A store that was opened, or why it is not used: `store-outdated` where another format or writer made it, `store-refused` where it is
 * damaged.
 */
export type OpenedStore =
  | { readonly kind: "opened"; readonly stored: StoredPolicies }
  | { readonly kind: "refused"; readonly issue: Issue };

/** What a store holds: a set that decides as the one that was stored, what compiling it said, what its writer added. */
export interface StoredPolicies extends CompiledPolicies {
  /** Null when the store turned out to be damaged. */
  readonly about: JsonValue;
  /**
   * What was found to be wrong with the store since it was opened; from then on its set denies everything. Parts are read when
   * they are needed, so ask after a decision, too.
   */
  readonly damage: Issue | null;
}

/**
 * Opens what `storePolicySet` wrote: its head is read and checked, and the policies of an event when one comes. A store is
 * believed (SPEC): ask first whether the place it comes from may be, and whether it is fresh.
 *
 * @param source the store's text, or what reads parts of it
 * @param options the hash and the writer that it was stored with, and what derives facts
 * @throws TypeError for a `derive` that is not one
 */
export function openPolicyStore(source: string | StoreSource, options: StoreOptions): OpenedStore {
  const { hash, writer, derive = null } = ownRecord(options);
  if (derive !== null) requireDerive(derive);
  const from = typeof source === "string" ? ofText(source) : source;
  try {
    const mark = readStoreMark(from.read(0, MAX_MARK));
    if ("problem" in mark) return refused(mark.problem, mark.isOther ? OUTDATED : undefined);
    if (mark.length > MAX_HEAD) return refused("its head is too long");
    const text = from.read(mark.start, mark.length);
    if (text.length !== mark.length || hash(text) !== mark.hash)
      return refused("a part of it was changed or is missing");
    const head = JSON.parse(text) as StoreHead;
    if (head.writer !== writer)
      return refused("another program, or another version of it, wrote it", OUTDATED);
    const deriving = new Deriving(
      derive,
      head.derives !== null,
      head.cells === null ? null : cellsFrom(head.cells),
    );
    if (head.derives !== deriving.version)
      return refused("facts are derived in another way than when it was written", OUTDATED);
    const sections = new StoreSections(from, mark.start + mark.length, head.sections, hash);
    return { kind: "opened", stored: new Opened(head, sections, deriving) };
  } catch {
    return refused("it cannot be read");
  }
}

function ofText(text: string): StoreSource {
  return { read: (offset, length) => text.slice(offset, offset + length) };
}

/** An everyday thing, unlike damage. */
const OUTDATED = "store-outdated";

function refused(why: string, code?: string): OpenedStore {
  return { kind: "refused", issue: issueOf(why, code) };
}

function issueOf(why: string, code = "store-refused"): Issue {
  return {
    severity: "warning",
    code,
    message: `the stored policies are not used: ${why}`,
    cure: "compile the policies again",
  };
}

class Opened implements StoredPolicies {
  readonly set: PolicySet;
  readonly #head: StoreHead;
  readonly #sections: StoreSections;
  #said: StoredReport | undefined;

  constructor(head: StoreHead, sections: StoreSections, deriving: Deriving) {
    this.set = sealSet(new StoredParts(head, sections, deriving));
    this.#head = head;
    this.#sections = sections;
  }

  get issues(): readonly Issue[] {
    return this.#read().issues;
  }

  get lost(): readonly LostPolicy[] {
    return this.#read().lost;
  }

  get about(): JsonValue {
    return this.#read().about;
  }

  get damage(): Issue | null {
    const { damage } = this.#sections;
    return damage === null ? null : issueOf(damage);
  }

  #read(): StoredReport {
    const read = (): StoredReport => JSON.parse(this.#sections.text(this.#head.said)) as StoredReport;
    return (this.#said ??= this.#sections.guarded(read, { issues: [], lost: [], about: null }));
  }
}
