import { loadAll } from "@gatehouse-hooks/hosts";
import {
  checkFiles,
  completions,
  diagnostics,
  hover,
  quickFixes,
  type TextFile,
} from "@gatehouse-hooks/language-server";
import type { Frame } from "./frame/frame.js";

/** Answers per question; the middle one counts. */
const RUNS = 9;

/** What an editor waits for while a file of many policies is written. */
export default function languageServer(frame: Frame): void {
  const sizes = [10, 100, 800];
  for (const size of sizes) {
    const file = fileOf(size);
    const at = file.text.lastIndexOf("params.") + "params.".length;
    const checked = checkFiles([file]);
    const found = diagnostics(file, checked);
    agree(file, at, found.length);
    const questions = {
      completion: () => completions(file, at),
      hover: () => hover(file, at, found),
      "quick fixes": () => quickFixes(file, found),
      "load and place": () => diagnostics(file, checkFiles([file])),
    };
    for (const [subject, ask] of Object.entries(questions)) {
      const value = median(ask);
      frame.record({ subject, case: `${size} policies`, metric: "processor time", value, unit: "ms" });
    }
  }
}

/** Policies as they are written, the last one with a word that is misspelt. */
function fileOf(size: number): TextFile {
  const policies = Array.from({ length: size }, (_, i) => {
    const key = i === size - 1 ? "dney: no" : "deny: no";
    return `  - id: p${i}\n    events: before_tool_call\n    tools: exec\n    when: params.command.matches("^x${i} .*y")\n    ${key}\n`;
  });
  return { path: "project/.gatehouse/rules.yaml", text: `version: 1\npolicies:\n${policies.join("")}` };
}

/** What is measured is right. */
function agree(file: TextFile, at: number, found: number): void {
  const { issues } = loadAll([file]);
  const labels = completions(file, at).map(({ label }) => label);
  const [fix] = quickFixes(file, diagnostics(file, checkFiles([file])));
  if (found < issues.length || !labels.includes("command") || fix?.newText !== "deny")
    throw new Error("the answers are not those that were expected");
}

function median(ask: () => unknown): number {
  ask();
  const times = Array.from({ length: RUNS }, () => {
    const start = process.cpuUsage();
    ask();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN;
}
