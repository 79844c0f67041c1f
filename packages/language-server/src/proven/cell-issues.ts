import { type CellFinding, cellFindings, type ToolTypes } from "@gatehouse-hooks/analysis";
import type { PolicySet } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import { placeOfPart, placeOfPolicy, type PolicyPosition } from "./place-of-policy.js";
import { type ShownIssue, type Sources, withColumn } from "./with-column.js";

/** What is known beside the set. */
interface CellIssuesOptions {
  /** What loading and compiling have found: a policy that is lost may read what nobody else does. */
  readonly known: readonly Issue[];
  readonly tools: ToolTypes;
  /** The files, for the places in them. */
  readonly sources: Sources;
}

/** Cells that nothing sets or reads, that are set too early for what they let through, or compared with what they never come to. */
export function cellIssues(
  set: PolicySet,
  { known, tools, sources }: CellIssuesOptions,
): readonly ShownIssue[] {
  const isWhole = known.every(({ severity }) => severity !== "error");
  return cellFindings(set, { tools }).flatMap((finding) =>
    finding.kind === "never-read" && !isWhole
      ? []
      : [withColumn({ severity: "warning", ...cellText(finding), ...placeOf(finding, sources) }, sources)],
  );
}

function placeOf(finding: CellFinding, sources: Sources): PolicyPosition {
  const { cell } = finding;
  if ("part" in finding && finding.policy !== undefined) {
    const { policy, part } = finding;
    const text = policy.condition?.text ?? "";
    const place = placeOfPart(policy, sources, { in: "condition", text, offset: part.span[0] });
    return place ?? placeOfPolicy(policy, sources);
  }
  const { path, line } = cell.source ?? {};
  return { ...(path !== undefined && { path }), ...(line !== undefined && { line }) };
}

/** The code, the message and the cure of a finding. */
function cellText(finding: CellFinding): Required<Pick<Issue, "code" | "message" | "cure">> {
  const name = `\`${finding.cell.name}\``;
  switch (finding.kind) {
    case "never-set":
      return {
        code: "cell-never-set",
        message: `${name} is never set: the tests of its events contradict each other, or read a cell that is never set`,
        cure: "correct the `when` of its events, or remove the cell",
      };
    case "never-read":
      return {
        code: "cell-never-read",
        message: `${name} is remembered, and no policy reads it`,
        cure:
          finding.cell.kind === "origins"
            ? "read `flows` in a policy, or remove the cell"
            : `read \`memory.${finding.cell.name}\` in a policy, or remove the cell`,
      };
    case "hasty":
      return {
        code: "hasty-memory",
        message: `${name} lets through what \`${finding.policy.id}\` would stop, and is set before a call: the call may be denied by the agent, or fail`,
        cure: "set it by `after_tool_call` with `when: call.ok`",
      };
    case "over-limit":
      return {
        code: "cell-over-limit",
        message: `${name} never comes to more than ${finding.limit}: this comparison is the same for every session`,
        cure:
          finding.cell.kind === "count"
            ? "compare with a smaller number, or give the count a larger `upTo`"
            : "compare with a smaller number, or give the set a larger `keep`",
      };
    case "open-source":
      return {
        code: "source-without-fields",
        message: `\`${finding.source}\` believes everything that a call says, also its body`,
        cure: "name what counts: `fields: [recipient]`",
      };
  }
}
