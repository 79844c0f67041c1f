import type { DecisionPolicies } from "./store/decision-policies.js";
import { issueLines, noteLine } from "@gatehouse-hooks/console/print";
import type { Context } from "./settings.js";

/** Writes to stderr what is wrong with the policies that decide; warnings only where they are the point. */
export async function writeNotices(
  context: Context,
  loaded: Pick<DecisionPolicies, "issues" | "notices">,
): Promise<void> {
  const { noticeColors } = context;
  const lines = [
    ...loaded.notices.map((notice) => noteLine(noticeColors, notice)),
    ...issueLines(
      loaded.issues.filter((issue) => issue.severity === "error"),
      noticeColors,
    ),
  ];
  if (lines.length === 0) return;
  const { writeFitted } = await import("@gatehouse-hooks/console/print/fit-lines");
  await writeFitted(context.io.stderr, lines, context.io.home);
}
