import { stat } from "node:fs/promises";
import path from "node:path";
import { type Builtin, contextAnswer, NO_OPINION, nameInList } from "../builtin-call.js";

const SYSTEMS: Readonly<Record<string, string>> = { darwin: "MacOS", win32: "Windows", linux: "Linux" };

/** `add_environment_info`: where the agent works, and on what. */
export const addEnvironmentInfo: Builtin = async ({ cwd }) => {
  if (cwd === "") return NO_OPINION;
  return contextAnswer(
    [
      "Here is useful information about the environment you are running in:",
      "\t<env>",
      `\tWorking directory: ${nameInList(cwd)}`,
      `\tIs directory a git repo: ${(await isInRepository(cwd)) ? "Yes" : "No"}`,
      `\tOperating System: ${SYSTEMS[process.platform] ?? process.platform}`,
      `\tCPU Architecture: ${process.arch}`,
      "\t</env>",
    ].join("\n"),
  );
};

/** A `.git` directory in it or above it; the `.git` file of a second work tree does not count, as in docker-agent. */
async function isInRepository(dir: string): Promise<boolean> {
  for (let current = path.resolve(dir); ; current = path.dirname(current)) {
    const git = path.join(current, ".git");
    const found = await stat(git).catch(() => undefined);
    if (found?.isDirectory() === true) return true;
    if (path.dirname(current) === current) return false;
  }
}
