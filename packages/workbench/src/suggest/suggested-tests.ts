import type { Event } from "@gatehouse-hooks/engine";
import { loadAll, type PolicyFile } from "@gatehouse-hooks/hosts";
import { isRecord, type JsonObject, type JsonValue, own } from "@gatehouse-hooks/json";
import { redactValue } from "@gatehouse-hooks/redact";
import { runPolicyTests } from "../try/run-policy-tests.js";
import type { EditedFile, SuggestedTest } from "./edit-policy-file.js";

/** Events of each sort that are tried as tests. */
const MOST_TRIED = 10;
/** The longest event of a test, in UTF-16 code units of its JSON. */
const LONGEST_EVENT = 2_000;

/** What shows that a change does what it is for. */
export interface ShowingEvents {
  /** The policy that the tests belong to; null: the whole file. */
  readonly policy: string | null;
  /** Its event, where it waits for one only: a test need not say it. */
  readonly event: string | null;
  readonly wanted: readonly Event[];
  readonly others: readonly Event[];
  /** What tests of the ones and the others expect. */
  readonly expects: { readonly wanted: SuggestedTest["expect"]; readonly others: SuggestedTest["expect"] };
}

/** An edited file whose new tests pass, or why there is none. */
export type TestedFile =
  | { readonly kind: "tested"; readonly text: string; readonly tests: readonly SuggestedTest[] }
  | { readonly kind: "refused"; readonly why: string };

/**
 * Edits a file, with an event of each sort as a test: the first one that passes. An event with a secret is not one of them.
 *
 * @param edit makes the file with these tests
 */
export function withPassingTests(
  { policy, event, wanted, others, expects }: ShowingEvents,
  place: Omit<PolicyFile, "text">,
  edit: (tests: readonly SuggestedTest[]) => EditedFile,
): TestedFile {
  const shown = (events: readonly Event[], expect: SuggestedTest["expect"]): readonly SuggestedTest[] =>
    events
      .slice(0, MOST_TRIED)
      .flatMap((one) => testEvents(one, event))
      .map((one) => ({ event: one, expect }));
  const stops = shown(wanted, expects.wanted);
  const stays = shown(others, expects.others);
  const tried = edit([...stops, ...stays]);
  if (tried.kind === "refused") return tried;
  const { policies, tests, memory } = loadAll([{ ...place, text: tried.text }]);
  const results = runPolicyTests({ path: place.path, policies, tests, memory }, tried.text)
    .filter((result) => result.policy === policy)
    .slice(-(stops.length + stays.length));
  const passes = (at: number): boolean => results[at]?.differences.length === 0;
  const first = stops.find((_, i) => passes(i));
  if (results.length < stops.length + stays.length || first === undefined)
    return {
      kind: "refused",
      why: "none of the events can be a test of it: they hold secrets, or are too long",
    };
  const other = stays.find((_, i) => passes(stops.length + i));
  const kept = other === undefined ? [first] : [first, other];
  const edited = edit(kept);
  return edited.kind === "refused" ? edited : { kind: "tested", text: edited.text, tests: kept };
}

/** What a test needs of an event: its call alone, else the whole event. None where a secret is in it. */
function testEvents(event: Event, known: string | null): readonly JsonObject[] {
  const named = (members: JsonObject): JsonObject =>
    event.event === known ? members : { event: event.event, ...members };
  const toolName = own(event, "toolName");
  const params = own(event, "params");
  const call = {
    ...(typeof toolName === "string" ? { toolName } : {}),
    ...(isRecord(params) ? { params } : {}),
  };
  const { event: _name, sessionKey: _session, timestamp: _time, facts: _facts, ...rest } = event;
  const forms = [call, ...(Object.keys(rest).length > Object.keys(call).length ? [rest] : [])];
  return forms.map((form) => named(plain(form))).filter(isShowable);
}

function plain(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

function isShowable(event: JsonValue): boolean {
  const text = JSON.stringify(event);
  return text.length <= LONGEST_EVENT && JSON.stringify(redactValue(event)) === text;
}
