import type { ActionFact, LinkLooks, ScriptTexts } from "@gatehouse-hooks/facts";
import { isList, isRecord, type JsonObject, own } from "@gatehouse-hooks/json";

/** What of a machine the facts of one event were made with, beside the event: with the same again they are the same. */
export interface Evidence {
  /** `home`, `workspace` and `platform`, where the event has none. */
  readonly place: Readonly<Record<string, string>>;
  /** Where links were looked for; undefined: they were not. */
  readonly looks: LinkLooks | undefined;
  /** Texts of files that the call runs; `null`: none was read. */
  readonly texts: ScriptTexts;
  /** It runs code of the project for which no person has answered, or which has changed since. */
  readonly ownCode: ActionFact | undefined;
}

const UNSEEN = { kind: "unseen" } as const;
const OTHER = { kind: "other" } as const;
const NOTHING = { kind: "nothing" } as const;

/** Looks that are remembered, to be recorded. */
export class RecordedLooks implements LinkLooks {
  readonly #looks: LinkLooks;
  readonly #at = new Map<string, ReturnType<LinkLooks["at"]>>();
  readonly #folders = new Map<string, readonly string[] | null>();

  constructor(looks: LinkLooks) {
    this.#looks = looks;
  }

  readonly at: LinkLooks["at"] = (path) => {
    const found = this.#looks.at(path);
    this.#at.set(path, found);
    return found;
  };

  readonly linksIn: LinkLooks["linksIn"] = (folder) => {
    const found = this.#looks.linksIn(folder);
    this.#folders.set(folder, found);
    return found;
  };

  /** As JSON: what was not seen is left out. */
  seen(): JsonObject {
    const of = (kind: "other" | "nothing"): readonly string[] =>
      [...this.#at].flatMap(([path, one]) => (one.kind === kind ? [path] : []));
    const links = [...this.#at].flatMap(([path, one]) =>
      one.kind === "link" ? [[path, one.target] as const] : [],
    );
    const folders = [...this.#folders].flatMap(([path, names]) =>
      names === null ? [] : [[path, names] as const],
    );
    return {
      ...{ others: of("other"), nothing: of("nothing") },
      links: Object.fromEntries(links),
      folders: Object.fromEntries(folders),
    };
  }
}

const made = new WeakMap<object, Evidence>();

/** Keeps what the facts of an event were made with, as long as the event. */
export function keepEvidence(event: object, evidence: Evidence): void {
  made.set(event, evidence);
}

/** What the facts of an event were made with, as the audit trail keeps it; undefined: none were made here. */
export function evidenceOf(event: object): JsonObject | undefined {
  const evidence = made.get(event);
  if (evidence === undefined) return undefined;
  const { place, looks, texts, ownCode } = evidence;
  return {
    place,
    ...(looks instanceof RecordedLooks && { looks: looks.seen() }),
    ...(texts.size > 0 && { texts: Object.fromEntries(texts) }),
    ...(ownCode !== undefined && { ownCode: { ...ownCode } }),
  };
}

/** Evidence of a trail, which anybody may have written; undefined: it is not, or not whole. */
export function readEvidence(value: unknown): Evidence | undefined {
  const place = own(value, "place");
  if (!isRecord(place) || own(value, "lost") !== undefined) return undefined;
  const looks = own(value, "looks");
  return {
    place: stringsOf(place),
    looks: looks === undefined ? undefined : givenLooks(looks),
    texts: textsOf(own(value, "texts")),
    ownCode: actionOf(own(value, "ownCode")),
  };
}

function givenLooks(looks: unknown): LinkLooks {
  const [others, nothing] = ["others", "nothing"].map((name) => new Set(namesOf(own(looks, name)) ?? []));
  const links = new Map(Object.entries(stringsOf(own(looks, "links"))));
  return {
    at: (path) => {
      const target = links.get(path);
      if (target !== undefined) return { kind: "link", target };
      return others?.has(path) === true ? OTHER : nothing?.has(path) === true ? NOTHING : UNSEEN;
    },
    linksIn: (folder) => namesOf(own(own(looks, "folders"), folder)),
  };
}

function namesOf(value: unknown): readonly string[] | null {
  return isList(value) ? value.filter((one) => typeof one === "string") : null;
}

function textsOf(value: unknown): ScriptTexts {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return new Map(
    entries.filter((one): one is [string, string | null] => one[1] === null || typeof one[1] === "string"),
  );
}

function stringsOf(value: unknown): Readonly<Record<string, string>> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((one): one is [string, string] => typeof one[1] === "string"));
}

function actionOf(value: unknown): ActionFact | undefined {
  const [kind, target, by] = ["kind", "target", "by"].map((name) => own(value, name));
  if (kind !== "code.unanswered" && kind !== "code.changed") return undefined;
  if (typeof target !== "string" || typeof by !== "string") return undefined;
  const span = own(value, "span");
  const [start, end] = isList(span) ? span : [];
  if (typeof start !== "number" || typeof end !== "number") return undefined;
  return { kind, target, place: "here", certainty: "exact", by, span: [start, end] };
}
