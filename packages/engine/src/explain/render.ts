import type { TraceEntry } from "../decision.js";
import type { Because, Change, Explanation, PolicyAccount } from "./explanation.js";

/** What would break a line or a terminal, or cannot be seen. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/**
 * An explanation as plain text for a terminal: no colours, one line per finding, control characters escaped. Its words
 * are for people and may change; programs read the `Explanation`.
 */
export function render(explanation: Explanation): string {
  const { policies, omitted, disabled, elsewhere } = explanation;
  const section = (title: string, kind: PolicyAccount["kind"]): string[] => {
    const lines = policies.filter((one) => one.kind === kind).flatMap(accountLines);
    return lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((line) => `  ${line}`)];
  };
  const rest = [
    ...(omitted > 0 ? [`${omitted} more that do not apply`] : []),
    ...counted(disabled, "switched off"),
    ...counted(elsewhere, "for other events"),
  ];
  return [
    headline(explanation),
    ...explanation.changes.map((change) => changeLine(change, explanation)),
    ...section("applied", "applied"),
    ...section("verdict missing", "pending"),
    ...section("not asked any more", "skipped"),
    ...section("not reached yet", "waiting"),
    ...section("does not apply", "not-applicable"),
    ...(rest.length === 0 ? [] : ["", ...rest]),
    "",
  ].join("\n");
}

function headline({ effect, policy, reason, event }: Explanation): string {
  if (effect === null) return `undecided: verdicts are missing (${clean(event)})`;
  const by = policy === null ? "" : ` by ${inBackticks(policy)}`;
  return `${effect}${by}${reason === "" ? "" : `: ${clean(reason)}`} (${clean(event)})`;
}

function changeLine({ without, effect, policy, needs }: Change, explanation: Explanation): string {
  const names = without.map(inBackticks).join(", ");
  if (effect === null)
    return `without ${names} the verdict of ${needs.map(inBackticks).join(", ")} would be needed`;
  const still = effect === explanation.effect ? "still " : "";
  return `without ${names} the effect would ${still}be ${effect}${policy === null ? "" : ` by ${inBackticks(policy)}`}`;
}

function accountLines(account: PolicyAccount): readonly string[] {
  const who = `${inBackticks(account.policy)} (${account.tier})`;
  switch (account.kind) {
    case "applied":
      return account.entries.flatMap((entry) => entryLines(who, entry));
    case "pending":
      return [
        ...account.entries.flatMap((entry) => entryLines(who, entry)),
        `${who} waits for its ${account.handler}`,
      ];
    case "skipped":
      return [`${who}, because ${inBackticks(account.by)} denied`];
    case "waiting":
      return [`${who}, because the answer of ${inBackticks(account.on)} may change the input`];
    case "not-applicable":
      return [`${who}: ${account.because.map(becauseText).join("; ")}`];
  }
}

function entryLines(who: string, entry: TraceEntry): readonly string[] {
  const again = entry.again === true ? " about the rewritten input" : "";
  const failure =
    entry.failure === undefined ? "" : ` (${entry.failure.code}, which means ${entry.failure.onFailure})`;
  const reason = entry.reason === "" ? "" : `: ${clean(entry.reason)}`;
  return [
    `${who} says ${entry.verdict}${failure}${again}${reason}`,
    ...(entry.facts ?? []).map(({ said }) => `  ${clean(said)}`),
    ...(entry.notes ?? []).map((note) => `  ${clean(note)}`),
  ];
}

function becauseText({ text, was, saw }: Because): string {
  const values = saw.map(({ path, value }) => `${clean(path)} is ${clean(value)}`).join(", ");
  return `${clean(text)} is ${was}${values === "" ? "" : `, ${values}`}`;
}

function counted({ count, policies }: Explanation["disabled"], what: string): readonly string[] {
  if (count === 0) return [];
  return [`${count} ${what}${policies === undefined ? "" : `: ${policies.map(inBackticks).join(", ")}`}`];
}

function inBackticks(text: string): string {
  return `\`${clean(text)}\``;
}

function clean(text: string): string {
  return text.replace(UNSAFE, (unit) => `\\u{${(unit.codePointAt(0) ?? 0).toString(16)}}`);
}
