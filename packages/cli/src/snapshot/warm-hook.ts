import process from "node:process";
import { IS_FRESH, WARM_CALLS, warmPayload } from "@gatehouse-hooks/agents/init";
import { EXAMPLE_AGENT } from "@gatehouse-hooks/hosts/agents";
import { closedIo, processIo } from "@gatehouse-hooks/console";
import { main } from "../main.js";

export { start } from "../start.js";
export { IS_FRESH };

/** Decides some calls in the folder of the process, its home, whose store is fresh. */
export async function warmUp(): Promise<void> {
  const home = process.cwd();
  processIo().interruption();
  for (const call of WARM_CALLS)
    await main(["hook", EXAMPLE_AGENT.name], closedIo(home, [Buffer.from(warmPayload(home, call))]));
}
