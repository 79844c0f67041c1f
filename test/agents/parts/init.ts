import { spawn } from "node:child_process";
import { sessionEnvironment } from "../session/run-session.js";
import type { SessionPlace } from "../session/session-place.js";
import { playCalls } from "./calls.js";
import type { Bench, Part } from "./part.js";

/** What a user types in a new home, then a call that is denied and one that is allowed. */
export const init: Part = (bench) => {
  if (!bench.wants("init")) return Promise.resolve([]);
  let said = "";
  return playCalls(bench, {
    part: "init",
    native: "allow",
    trustHooks: !bench.hook.trusts,
    calls: [
      { name: "denied", decision: "deny", number: 1, expected: "stays", note: () => said },
      { name: "allowed", decision: "allow", number: 1, expected: "runs" },
    ],
    async equip(place) {
      const files = bench.hook.furnish(place);
      bench.hook.writePolicies(place, "first");
      said = await runInit(bench.hook.init(bench.agent.name, files), place);
    },
  });
};

/** @returns what went wrong, or the empty string */
function runInit(
  [command, ...args]: ReturnType<Bench["hook"]["init"]>,
  place: SessionPlace,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: place.project,
      env: sessionEnvironment(place),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
    let said = "";
    const keep = (chunk: Buffer): void => void (said += chunk.toString("utf8"));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("exit", (code) => resolve(code === 0 ? "" : `init ended with ${code}: ${said.slice(-300)}`));
  });
}
