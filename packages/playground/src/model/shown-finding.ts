import type { Issue, JsonObject } from "@gatehouse-hooks/json";
import {
  type Diagnostic,
  diagnostics,
  quickFixes,
  type WrittenPolicy,
} from "@gatehouse-hooks/language-server";
import type { ShownIssue } from "@gatehouse-hooks/language-server/proven";
import { POLICY_PATH } from "./trial.js";

/** A change of the policies that mends a finding. */
export interface ShownFix {
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** What is wrong with a part of the policies: `[start, end)` of the text. Plain JSON. */
export interface ShownFinding {
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  readonly severity: Issue["severity"];
  readonly code: string;
  readonly message: string;
  readonly cure?: string;
  /** An event that shows it. */
  readonly witness?: JsonObject;
  readonly fixes: readonly ShownFix[];
}

/** The most findings that are shown. */
export const MOST_FINDINGS = 100;

/** Issues of the policy file as an editor shows them, with the changes that mend them. */
export function shownFindings(
  text: string,
  issues: readonly ShownIssue[],
  policies: readonly WrittenPolicy[],
): readonly ShownFinding[] {
  const file = { path: POLICY_PATH, text };
  const own = issues.filter(({ path }) => path === POLICY_PATH).slice(0, MOST_FINDINGS);
  const found = diagnostics(file, { issues: own, policies });
  const fixes = quickFixes(file, found);
  return found.map((diagnostic, at) => findingOf(diagnostic, own[at], fixes));
}

function findingOf(
  diagnostic: Diagnostic,
  issue: ShownIssue | undefined,
  fixes: ReturnType<typeof quickFixes>,
): ShownFinding {
  const { range, severity, code, message, cure } = diagnostic;
  return {
    ...range,
    line: issue?.line ?? 1,
    severity,
    code,
    message,
    ...(cure !== undefined && { cure }),
    ...(issue?.witness !== undefined && { witness: issue.witness }),
    fixes: fixes
      .filter((fix) => fix.diagnostic === diagnostic)
      .map(({ title, range: { start, end }, newText }) => ({ title, start, end, newText })),
  };
}
