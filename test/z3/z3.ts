import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** What Z3 says of a script: whether there is a model, or that it gave up. */
export type Z3Answer = "sat" | "unsat" | "unknown";

/** Asks Z3 a script of SMT-LIB; each is asked in a state of its own. */
export type AskZ3 = (script: string) => Promise<Z3Answer>;

/** The part of `z3-solver` that is used: the package is in no workspace, so that only this command installs it. */
interface Z3Package {
  readonly init: () => Promise<{
    readonly Z3: {
      readonly mk_config: () => unknown;
      readonly mk_context: (config: unknown) => unknown;
      readonly eval_smtlib2_string: (context: unknown, script: string) => Promise<string>;
    };
  }>;
}

const folder = import.meta.dirname;

/** Installs Z3 into its own folder, if it is not there. */
function install(): void {
  if (existsSync(path.join(folder, "node_modules/z3-solver"))) return;
  process.stderr.write("installing Z3 into test/z3/node_modules (35 MB)\n");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
}

/**
 * Starts Z3.
 *
 * @param timeout what a question may take, in milliseconds of the clock
 */
export async function startZ3(timeout: number): Promise<AskZ3> {
  install();
  const { init } = createRequire(path.join(folder, "package.json"))("z3-solver") as Z3Package;
  const { Z3 } = await init();
  const context = Z3.mk_context(Z3.mk_config());
  return async (script) => {
    const answer = await Z3.eval_smtlib2_string(context, `(reset)(set-option :timeout ${timeout})${script}`);
    const word = answer.trim();
    if (word === "sat" || word === "unsat" || word === "unknown") return word;
    // A question that runs out of time may also end with a message.
    if (/timeout|canceled/.test(word)) return "unknown";
    throw new Error(`Z3: ${word.slice(0, 200)}\n${script.slice(0, 2_000)}`);
  };
}
