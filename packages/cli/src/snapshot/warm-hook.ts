import process from "node:process";
import { IS_FRESH, WARM_CALLS, warmPayload } from "@gatehouse-hooks/agents/init";
import type { Io } from "@gatehouse-hooks/console";
import { main } from "../main.js";

export { start } from "../start.js";
export { IS_FRESH };

/** Decides some calls in the folder of the process, its home, whose store is fresh. */
export async function warmUp(): Promise<void> {
  for (const call of WARM_CALLS) await main(["hook", "claude-code"], ioOf(process.cwd(), call));
}

/** Without streams: nothing that is open can be in a snapshot. */
function ioOf(home: string, call: (typeof WARM_CALLS)[number]): Io {
  const parts = [Buffer.from(warmPayload(home, call)), new Uint8Array()];
  const output = { write: async () => await Promise.resolve(), columns: undefined };
  return {
    stdin: {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
    },
    stdinNow: () => parts.shift(),
    stdout: output,
    stderr: output,
    env: { HOME: home },
    cwd: home,
    home,
    interactive: false,
    onInterrupt: () => () => undefined,
  };
}
