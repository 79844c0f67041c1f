import {
  checkTypes,
  type ToolTypes,
  type TypeFinding,
  readJsonSchema,
  type ValueType,
} from "@gatehouse-hooks/analysis";
import type { PolicySet } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import type { Sources } from "./with-column.js";
import { placeOfPart, placeOfPolicy } from "./place-of-policy.js";
import { toolSchemaOf, VOCABULARY } from "@gatehouse-hooks/hosts";

/** What is known beside the set. */
interface TypeIssuesOptions {
  readonly tools: ToolTypes;
  /** What loading has found: no field is told twice that it is missing. */
  readonly known: readonly Issue[];
  readonly sources: Sources;
}

/** What the types of events and tools say of the conditions of a set. */
interface TypeIssues {
  readonly findings: readonly TypeFinding[];
  readonly issues: readonly Issue[];
  readonly untyped: readonly UntypedTool[];
}

/** Parts of conditions that come out the same for all values of the types that they read. */
export function typeIssues(set: PolicySet, { tools, known, sources }: TypeIssuesOptions): TypeIssues {
  const told = new Set(known.map(placeOf));
  const { findings, untyped } = checkTypes(set, tools);
  return {
    findings,
    issues: findings
      // What a pack of the program says is not for its reader to mend.
      .filter(({ policy }) => policy.source?.pack === undefined)
      .map((finding) => issueOf(finding, sources))
      .filter((issue) => !told.has(placeOf(issue))),
    untyped: untyped.map(({ policy: { id }, tool }) => ({ policy: id, tool })),
  };
}

function issueOf({ policy, in: part, span, code, message, cure }: TypeFinding, sources: Sources): Issue {
  const [offset] = span;
  const text = policy[part]?.text ?? "";
  const place = placeOfPart(policy, sources, part === "matcher" ? { in: part } : { in: part, text, offset });
  return { severity: "warning", code, message, ...(place ?? placeOfPolicy(policy, sources)), cure };
}

function placeOf({ path = "", line = 0, column = 0, code }: Issue): string {
  return JSON.stringify([path, line, column, code]);
}

/** A policy that reads the arguments of a tool of which nothing is known. */
export interface UntypedTool {
  /** Its id. */
  readonly policy: string;
  readonly tool: string;
}

/** The arguments of documented tools. */
export function hostToolTypes(): ToolTypes {
  return {
    documented: { own: typesOf({ known: false }), canonical: typesOf({ known: true }) },
  };
}

function typesOf(kind: Parameters<typeof toolSchemaOf>[1]): ReadonlyMap<string, ValueType> {
  return new Map(
    VOCABULARY.tools.flatMap(({ name }) => {
      const schema = toolSchemaOf(name, kind);
      return schema === undefined ? [] : [[name, readJsonSchema(schema)] as const];
    }),
  );
}
