import { runCd, runPopd, runPushd } from "./directory-builtins.js";
import { type BuiltinRun, DONE, NOTHING } from "./builtin-run.js";
import { runDeclare, runExport, runLocal, runUnset } from "./variable-builtins.js";
import { runBuiltin, runCommandBuiltin, runDot, runEval, runExec, runTrap } from "./code-builtins.js";
import { runEcho, runPrintf, runPwd } from "./output-builtins.js";
import { runRead } from "./input-builtins.js";
import { runMapfile } from "./mapfile-builtin.js";
import { runGetopts, runLet, runSet, runShift, runShopt } from "./parameter-builtins.js";
import { runCompgen, runJobs, runTest } from "./small-builtins.js";
import { runAlias, runEnable, runHash, runUnalias } from "./name-builtins.js";
import { runBreak, runContinue, runDisown, runExit, runReturn, runWait } from "./flow-builtins.js";

/** What the shell itself runs. Programs of the same name (`kill`, `[`) have no effect on the shell, and mean what they mean. */
export const builtins: ReadonlyMap<string, BuiltinRun> = new Map<string, BuiltinRun>([
  [":", DONE],
  ["true", DONE],
  ["false", (_machine, _invocation, state) => ({ success: null, failure: state })],
  ["cd", runCd],
  ["pushd", runPushd],
  ["popd", runPopd],
  ["declare", runDeclare],
  ["typeset", runDeclare],
  ["local", runLocal],
  ["export", runExport],
  ["readonly", runDeclare],
  ["unset", runUnset],
  ["eval", runEval],
  [".", runDot],
  ["source", runDot],
  ["exec", runExec],
  ["command", runCommandBuiltin],
  ["builtin", runBuiltin],
  ["trap", runTrap],
  ["echo", runEcho],
  ["printf", runPrintf],
  ["pwd", runPwd],
  ["read", runRead],
  ["mapfile", runMapfile],
  ["readarray", runMapfile],
  ["set", runSet],
  ["shift", runShift],
  ["shopt", runShopt],
  ["let", runLet],
  ["getopts", runGetopts],
  ["exit", runExit],
  ["logout", runExit],
  ["return", runReturn],
  ["break", runBreak],
  ["continue", runContinue],
  ["test", runTest],
  ["[", runTest],
  ["type", NOTHING],
  ["hash", runHash],
  ["wait", runWait],
  ["jobs", runJobs],
  ["umask", NOTHING],
  ["ulimit", NOTHING],
  ["times", NOTHING],
  ["dirs", NOTHING],
  ["help", NOTHING],
  ["bg", NOTHING],
  ["fg", NOTHING],
  ["disown", runDisown],
  ["suspend", NOTHING],
  ["unalias", runUnalias],
  ["alias", runAlias],
  ["caller", NOTHING],
  ["complete", NOTHING],
  ["compgen", runCompgen],
  ["compopt", NOTHING],
  ["bind", NOTHING],
  ["enable", runEnable],
]);
