import { shorten } from "@gatehouse-hooks/json";
import { printable, table, type Cell } from "@gatehouse-hooks/console/print";
import { shownInHome } from "@gatehouse-hooks/local/rules";
import type { Context } from "@gatehouse-hooks/local";
import { hookCommandLine } from "./hook-command-line.js";
import { hookFilePath } from "./hook-file.js";
import type { InstallPlan, InstallStep } from "./plan-install.js";
import { countLines } from "./show-change.js";

/** The widest line of a hook that is shown; the difference has all of it. */
const WIDEST = 76;

/** What would be changed, a line for each file, and what the settings of agents start: a screen, where the difference has hundreds of lines. */
export function planLines(
  { io: { home }, colors }: Pick<Context, "colors" | "io">,
  { steps }: Pick<InstallPlan, "steps">,
): readonly string[] {
  if (steps.length === 0) return [];
  const rows = steps.map((step): readonly Cell[] => {
    const { added, removed } = countLines(step.change);
    const { target, bytes } = step.change.file;
    const count = `+${added}${removed > 0 ? ` -${removed}` : ""}`;
    return [
      { text: whoseOf(step) },
      { text: printable(shownInHome(target, home)), styles: ["bold"] },
      { text: bytes === undefined ? `new, ${count}` : count, styles: ["dim"] },
    ];
  });
  const agent = steps.find((one) => one.agent !== undefined && one.agent.wiring.shape !== "plugin")?.agent;
  const line =
    agent === undefined
      ? []
      : [
          "all start one script, and block the call if that fails:",
          `  ${colors.dim(shorten(hookCommandLine(agent.wiring.agent, { file: hookFilePath(home), blocks: true }), WIDEST))}`,
        ];
  return ["what changes:", ...table(rows, colors).map((one) => `  ${one}`), ...line];
}

function whoseOf({ agent, change, row }: InstallStep): string {
  if (agent !== undefined) return agent.wiring.agent;
  if (row !== undefined) return `${row.agent}, trust`;
  const others: Readonly<Record<string, string>> = { hook: "what hooks start", schema: "for editors" };
  return others[change.agent] ?? "rules";
}
