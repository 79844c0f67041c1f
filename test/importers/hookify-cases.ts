import fc from "fast-check";

/** A rule of two conditions at most that blocks, and a call. */
export interface HookifyCase {
  readonly event: "bash" | "file" | "all";
  readonly conditions: readonly HookifyCaseCondition[];
  readonly tool: string;
  readonly params: Readonly<Record<string, string>>;
}
interface HookifyCaseCondition {
  readonly field: string;
  readonly operator: string;
  readonly pattern: string;
}

const text = fc.constantFrom("rm -rf x", "RM a", "x.env", "rm", "env x", "");
const condition = fc.record({
  field: fc.constantFrom("command", "file_path", "old_text", "url"),
  operator: fc.constantFrom("regex_match", "contains", "equals", "not_contains", "starts_with", "ends_with"),
  pattern: fc.constantFrom("rm", "x", "env", "rm -rf x"),
});

const anyCase: fc.Arbitrary<HookifyCase> = fc.record({
  event: fc.constantFrom("bash", "file", "all"),
  conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
  tool: fc.constantFrom("Bash", "Edit", "Write", "Read", "WebFetch"),
  // Only the tools that edit have what is replaced.
  params: fc.dictionary(fc.constantFrom("command", "file_path", "url", "old_string"), text, {
    maxKeys: 3,
    noNullPrototype: true,
  }),
});

export const hookifyCase: fc.Arbitrary<HookifyCase> = anyCase.filter(
  ({ tool, params }) => ["Edit", "Write"].includes(tool) || !("old_string" in params),
);

export function hookifyFile({ event, conditions }: HookifyCase): string {
  const items = conditions.map(
    ({ field, operator, pattern }) =>
      `  - field: ${field}\n    operator: ${operator}\n    pattern: ${pattern}`,
  );
  return `---\nname: generated\nevent: ${event}\naction: block\nconditions:\n${items.join("\n")}\n---\nNo.\n`;
}

/**
 * hookify by its documents: rules of `bash` are for Bash, those of `file` for Edit, Write and MultiEdit, and other tools are looked at by
 * all rules; every condition has to hold; a field that the call does not have holds for nothing; regular expressions ignore case.
 */
export function hookifyFires({ event, conditions, tool, params }: HookifyCase): boolean {
  const own = tool === "Bash" ? "bash" : ["Edit", "Write"].includes(tool) ? "file" : null;
  if (own !== null && event !== "all" && event !== own) return false;
  return conditions.every(({ field, operator, pattern }) => {
    const isWritten = field === "old_text" && own === "file";
    const value = params[field] ?? (isWritten ? (params["old_string"] ?? "") : undefined);
    if (value === undefined) return false;
    switch (operator) {
      case "regex_match":
        return value.toLowerCase().includes(pattern);
      case "contains":
        return value.includes(pattern);
      case "equals":
        return value === pattern;
      case "not_contains":
        return !value.includes(pattern);
      case "starts_with":
        return value.startsWith(pattern);
      default:
        return value.endsWith(pattern);
    }
  });
}
