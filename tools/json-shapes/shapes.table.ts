import { approveShape } from "./commands/approve.js";
import { auditShape } from "./commands/audit.js";
import { bundleShape } from "./commands/bundle.js";
import { cacheShape } from "./commands/cache.js";
import { checkShape } from "./commands/check.js";
import { compileShape } from "./commands/compile.js";
import { daemonShape } from "./commands/daemon.js";
import { decideShape } from "./commands/decide.js";
import { diffShape } from "./commands/diff.js";
import { replayShape } from "./commands/replay.js";
import { doctorShape } from "./commands/doctor.js";
import { errorShape } from "./commands/error.js";
import { evalShape } from "./commands/eval.js";
import { explainShape } from "./commands/explain.js";
import { factsShape } from "./commands/facts.js";
import { helpShape } from "./commands/help.js";
import { importShape } from "./commands/import.js";
import { initShape } from "./commands/init.js";
import { judgeShape } from "./commands/judge.js";
import { keyShape } from "./commands/key.js";
import { listShape } from "./commands/list.js";
import { loadShape } from "./commands/load.js";
import { logShape } from "./commands/log.js";
import { newShape } from "./commands/new.js";
import { packsShape } from "./commands/packs.js";
import { parseVerdictShape } from "./commands/parse-verdict.js";
import { reloadShape } from "./commands/reload.js";
import { serveShape } from "./commands/serve.js";
import { signShape } from "./commands/sign.js";
import { signalsShape } from "./commands/signals.js";
import { testShape } from "./commands/test.js";
import { trustShape } from "./commands/trust.js";
import { tryShape } from "./commands/try.js";
import { undoShape } from "./commands/undo.js";
import { whyShape } from "./commands/why.js";
import type { JsonShape } from "./json-shape.js";

/** What each command prints with `--json`, in the order of the reference; `error` is that of all of them. */
export const SHAPES: readonly JsonShape[] = [
  initShape,
  doctorShape,
  trustShape,
  approveShape,
  tryShape,
  undoShape,
  whyShape,
  packsShape,
  factsShape,
  evalShape,
  newShape,
  importShape,
  checkShape,
  testShape,
  explainShape,
  diffShape,
  replayShape,
  listShape,
  judgeShape,
  auditShape,
  cacheShape,
  compileShape,
  reloadShape,
  signShape,
  bundleShape,
  daemonShape,
  serveShape,
  decideShape,
  loadShape,
  logShape,
  parseVerdictShape,
  keyShape,
  signalsShape,
  helpShape,
  errorShape,
];

/** Commands that take `--json` among the options of all commands, and print nothing of their own. */
export const WITHOUT_SHAPE: Readonly<Record<string, string>> = {
  completion: "it prints a script for a shell",
  hook: "it prints the answer that its agent takes",
  "mcp-gate": "it speaks the protocol of the server",
  lsp: "it speaks the protocol of the editor",
};
