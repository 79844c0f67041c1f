import { type Box, boxOf, type BoxProfile, proxiedHosts } from "@gatehouse-hooks/box";
import { callHash } from "@gatehouse-hooks/cache";
import { UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { policiesOf } from "@gatehouse-hooks/engine";
import type { Context } from "@gatehouse-hooks/local";
import { openTrail } from "@gatehouse-hooks/local/open";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import { type DecisionPolicies, openPolicies } from "@gatehouse-hooks/local/store";

const UNSOUND = "a call that is understood as a whole was refused what its facts do not have";
/** What standard error says of such a call. */
export const UNSOUND_LINE: string = `gatehouse box: facts-unsound: ${UNSOUND}`;

/**
 * The box of the policies as they are stored where that is fresh: loading them takes longer than all the rest.
 *
 * @throws UsageError where one policy is missing
 */
export async function boxHere({ io, settings }: Context): Promise<Box> {
  const { policies, store } = await openPolicies(io, settings);
  requireWhole(policies);
  const made = boxOf(policiesOf(policies.set));
  const isDamaged = store !== null && store.damage() !== null;
  store?.close();
  return isDamaged ? boxOf(policiesOf(requireWhole(await loadPolicies(io, settings)).set)) : made;
}

/** @throws UsageError where one policy is missing */
export function requireWhole<Policies extends Pick<DecisionPolicies, "lost">>(policies: Policies): Policies {
  const [lost] = policies.lost;
  if (lost === undefined) return policies;
  throw new UsageError(
    `a policy cannot be loaded, and what it would hide is not known: ${lost.file}: ${lost.why}`,
    "run `gatehouse check`",
  );
}

/** A call that was understood as a whole did what its facts do not have: their tables are wrong, or a program is not what it is called. */
export async function recordUnsound(context: Context, command: readonly string[]): Promise<void> {
  await record(context, command, { code: "facts-unsound", message: UNSOUND });
}

/** Records that the proxy of a box did not let a call reach a host. */
export async function recordRefusal(
  context: Context,
  command: readonly string[],
  line: string,
): Promise<void> {
  await record(context, command, { code: "box-refused", message: line });
}

async function record(
  context: Context,
  command: readonly string[],
  note: { readonly code: string; readonly message: string },
): Promise<void> {
  const trail = await openTrail(context, () => undefined);
  const hash = callHash({
    event: "before_tool_call",
    toolName: "Bash",
    params: { command: command.at(-1) ?? "" },
  });
  void trail?.record({ kind: "note", ...note, hash });
  await trail?.close();
}

/** What the caller of a command that failed has to know: it may have failed for the box. */
export function toldLine({ hidden, kept, network }: BoxProfile, workspace: string): string {
  const policies = [...new Set([...hidden, ...kept].map(({ policy }) => policy))].slice(0, MOST_TOLD);
  const holds = [
    `nothing is written outside of ${printable(workspace)}`,
    ...(policies.length > 0 ? [`what ${policies.join(", ")} guard is out of reach`] : []),
    ...(network.kind === "host" ? [] : [networkSaid(proxiedHosts(network))]),
  ];
  return `gatehouse box: this ran in a box: ${holds.join("; ")}. What a box refuses is for a person to run.`;
}

function networkSaid(hosts: readonly string[]): string {
  if (hosts.length === 0) return "there is no network";
  const more = hosts.length > MOST_TOLD ? ` and ${hosts.length - MOST_TOLD} more` : "";
  const named = hosts.slice(0, MOST_TOLD).map(printable).join(", ");
  return `of the network only ${named}${more} can be reached, by the proxy of the box`;
}

/** The most policies or hosts that are named. */
const MOST_TOLD = 6;
