/**
 * How a code is said: `error`, `warning` and `note` by `check`, `doctor` and other commands; a `failure` is in the place of a
 * verdict, and the policy's `onFailure` says what it means; a `notice` is said beside a decision, and changes none.
 */
type CodeSeverity = "error" | "warning" | "note" | "failure" | "notice";

/** A text in which the code is found, and what it should be. */
export interface CodeExample {
  /** The path in a project of the file that `check` looks at, or in the home folder (`~/`); absent: it is a condition alone. */
  readonly file?: string;
  readonly wrong: string;
  readonly cured: string;
}

/** What a code means, for `gatehouse help CODE` and `docs/codes.md`. Markdown of one paragraph each. */
export interface CodeRow {
  readonly code: string;
  readonly severities: readonly CodeSeverity[];
  /** One line, without a full stop. */
  readonly title: string;
  /** What it says, and why it matters. */
  readonly means: string;
  readonly cure: string;
  readonly example?: CodeExample;
}

/** The codes of one part of the program. */
export interface CodeArea {
  readonly area: string;
  readonly rows: readonly CodeRow[];
}

/** A policy file whose policies are these lines. */
export function policies(wrong: string, cured: string): CodeExample {
  const file = (lines: string): string => `version: 1\npolicies:\n${lines}\n`;
  return { file: ".gatehouse/rules.yaml", wrong: file(wrong), cured: file(cured) };
}

/** A policy with this condition, which is quoted so that YAML leaves it alone. */
export function policyWhen(wrong: string, cured: string): CodeExample {
  const policy = (when: string): string =>
    `  - id: example\n    events: before_tool_call\n    when: '${when.replaceAll("'", "''")}'\n    deny: not here`;
  return policies(policy(wrong), policy(cured));
}

/** A condition by itself, as `gatehouse eval` takes it. In a file all its errors are `condition-syntax`. */
export function expression(wrong: string, cured: string): CodeExample {
  return { wrong, cured };
}

/** As `policies`, among the user's own: what a project allows counts only when it is trusted. */
export function userPolicies(wrong: string, cured: string): CodeExample {
  return { ...policies(wrong, cured), file: "~/.gatehouse/rules.yaml" };
}
