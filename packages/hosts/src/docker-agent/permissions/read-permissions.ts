import * as z from "zod/mini";
import type { DocumentPath } from "../../yaml/document.js";
import { cite } from "../../text/cite.js";
import { checkStrict } from "../check-strict.js";
import type { FileContext } from "../file-context.js";
import { strayQuote, unlikelyArgument, unlikelyTool } from "../unlikely-tool.js";
import { parsePattern } from "./pattern.js";
import { type PermissionPolicies, permissionPolicies, type Permissions } from "./permission-policies.js";

/** UTF-16 code units. */
const MAX_PATTERN = 1000;
/** The most patterns of one list. */
const MAX_PATTERNS = 1000;

const patterns = z.exactOptional(
  z
    .array(
      z
        .string("expected a string")
        .check(
          z.minLength(1, "expected a pattern"),
          z.maxLength(MAX_PATTERN, `expected at most ${MAX_PATTERN} characters`),
        ),
      "expected a list of patterns",
    )
    .check(z.maxLength(MAX_PATTERNS, `expected at most ${MAX_PATTERNS} patterns`)),
);
/** The block as it is written. */
export const permissionsSchema: z.ZodMiniType<Permissions> = z.strictObject(
  { allow: patterns, ask: patterns, deny: patterns },
  "expected a mapping of allow, ask and deny",
);

/** Reads the `permissions:` block of a file. */
export function readPermissions(
  value: unknown,
  path: DocumentPath,
  file: FileContext,
  order: number,
): PermissionPolicies {
  const nothing = { policies: [], allowed: null, problems: [] };
  if (value === undefined || value === null) return nothing;
  const permissions = checkStrict(permissionsSchema, value, path, ["allow", "ask", "deny"], file);
  // All problems are reported at once: lists of strings are checked even next to a wrong key.
  const checked = permissions ?? listsOf(value);
  const read = permissionPolicies(checked, {
    owner: "team",
    says: "permissions configuration",
    compat: file.compat,
    tier: file.tier,
    order,
    source: (list, index) => ({
      path: file.path,
      line: file.lineOf([...path, list, index]),
      format: "docker-agent",
    }),
  });
  for (const { code, list, index, reason, cure } of read.problems) {
    const shown = `permission pattern ${cite(checked[list]?.[index] ?? "")}`;
    const dead = code === "dead-pattern";
    file.at([...path, list, index], {
      // An allow that matches nothing means one more prompt; a deny or an ask, one guard less.
      severity: dead && list === "allow" ? "warning" : "error",
      code,
      message: dead ? `the ${shown} matches no tool call: ${reason}` : `invalid ${shown}: ${reason}`,
      cure,
    });
  }
  reportUnlikely(checked, read.problems, path, file);
  return read;
}

/** Patterns that can be read, and are hardly meant. */
function reportUnlikely(
  checked: Permissions,
  known: PermissionPolicies["problems"],
  path: DocumentPath,
  file: FileContext,
): void {
  for (const list of ["allow", "ask", "deny"] as const) {
    for (const [index, pattern] of (checked[list] ?? []).entries()) {
      // One problem at its cause.
      if (known.some((problem) => problem.list === list && problem.index === index)) continue;
      const { tool, args } = parsePattern(pattern);
      const stray = strayQuote(pattern);
      const problems = stray === null ? [unlikelyTool(tool)] : [stray];
      for (const { key } of args) problems.push(unlikelyArgument(tool, key));
      for (const problem of problems) if (problem !== null) file.at([...path, list, index], problem);
    }
  }
}

function listsOf(value: unknown): Permissions {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      ([key, list]) =>
        ["allow", "ask", "deny"].includes(key) &&
        Array.isArray(list) &&
        list.length <= MAX_PATTERNS &&
        list.every((pattern) => typeof pattern === "string"),
    ),
  );
}
