import type { Diagnostic } from "@codemirror/lint";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { ShownFinding, ShownFix } from "../model/shown-finding.js";
import { button, element } from "./element.js";

/** What can be done about a finding. */
interface FindingActs {
  readonly go: (finding: ShownFinding) => void;
  readonly mend: (fix: ShownFix) => void;
  readonly tryEvent: (witness: JsonObject) => void;
}

/** The list of findings below the policies. */
export function findingItems(findings: readonly ShownFinding[], acts: FindingActs): readonly HTMLElement[] {
  return findings.map((finding) => {
    const { line, severity, code, message, cure, witness, fixes } = finding;
    return element(
      "li",
      { class: severity },
      button(`line ${line}`, () => acts.go(finding), { class: "link" }),
      element("span", {}, `${severity}: ${message}`, ...(cure === undefined ? [] : [`; ${cure}`])),
      element("code", { class: "notes" }, code),
      ...fixes.map((fix) => button(fix.title, () => acts.mend(fix))),
      ...(witness === undefined ? [] : [button("try an event that shows it", () => acts.tryEvent(witness))]),
    );
  });
}

/** Findings as an editor underlines them, within a text of some length. */
export function underlined(findings: readonly ShownFinding[], length: number): readonly Diagnostic[] {
  return findings.map(({ start, end, severity, message, cure, code }) => ({
    from: Math.min(start, length),
    to: Math.min(Math.max(start, end), length),
    severity,
    source: code,
    message: cure === undefined ? message : `${message}; ${cure}`,
  }));
}
