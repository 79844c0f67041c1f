import type { PageReport } from "../page-model/page-report.js";
import { EFFECTS } from "./effects.table.js";
import { EVERYTHING, type ReportFilter } from "../page-model/report-filter.js";
import { pressable, tag } from "./tag.js";

/** Milliseconds without a key before lists are made again. */
const REST = 120;
/** Names that a browser offers for the policy. */
const MOST_NAMES = 2_000;

/** The fields above the lists; `changed` is told what they say. */
export function filterBar({ report }: PageReport, changed: (filter: ReportFilter) => void): HTMLElement {
  const effect = choice(
    "All effects",
    EFFECTS.map(({ effect }) => [effect, effect]),
  );
  const agents = report.agents.map(({ agent }) => agent).filter((agent) => agent !== "");
  const agent = choice(
    "All agents",
    agents.toSorted().map((name) => [name, name]),
  );
  const names = tag(
    "datalist",
    { id: "policy-names" },
    ...policyNames(report)
      .slice(0, MOST_NAMES)
      .map((value) => tag("option", { value })),
  );
  const policy = tag("input", {
    type: "search",
    list: "policy-names",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "any",
  });
  const text = tag("input", {
    type: "search",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "command, path, reason, session",
  });
  const tell = (): void => {
    changed({
      effect: effect.value,
      policy: policy.value.trim(),
      agent: agent.value,
      text: text.value.trim(),
    });
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(tell, REST);
  };
  for (const field of [effect, agent]) field.addEventListener("change", tell);
  for (const field of [policy, text]) field.addEventListener("input", later);
  const form = tag(
    "form",
    { role: "search", "aria-label": "Filters" },
    tag("label", {}, "Effect ", effect),
    tag("label", {}, "Policy ", policy),
    ...(agents.length === 0 ? [] : [tag("label", {}, "Agent ", agent)]),
    tag("label", { class: "wide" }, "Text ", text),
    names,
    pressable("Clear", () => {
      form.reset();
      changed(EVERYTHING);
    }),
  );
  form.addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    tell();
  });
  return form;
}

function choice(all: string, values: readonly (readonly [string, string])[]): HTMLSelectElement {
  return tag(
    "select",
    {},
    tag("option", { value: "" }, all),
    ...values.map(([value, title]) => tag("option", { value }, title)),
  );
}

function policyNames({ now, against }: PageReport["report"]): readonly string[] {
  return [...new Set([...now.policies, ...(against?.policies ?? [])].map(({ policy }) => policy))].toSorted();
}
