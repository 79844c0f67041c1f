import { neverSent, type UntoldCell, untoldCells } from "@gatehouse-hooks/analysis";
import { type Policy, policiesOf, type PolicySet } from "@gatehouse-hooks/engine";
import { checkHost, sentBy } from "@gatehouse-hooks/hosts";
import { type WiredHost, WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import type { Issue } from "@gatehouse-hooks/json";
import {
  hostToolTypes,
  placeOfPolicy,
  type ShownIssue,
  type Sources,
  withColumn,
} from "@gatehouse-hooks/language-server/proven";
import { type Io, UsageError } from "@gatehouse-hooks/console";
import { chooseAgents } from "@gatehouse-hooks/agents/init";
import { wiredEvents, WIRINGS } from "@gatehouse-hooks/local/agents";
import { NOT_ASKED } from "@gatehouse-hooks/local/rules";

/** An agent, and what it cannot carry out of the policies. */
export interface CheckedHost {
  readonly host: string;
  readonly title: string;
  readonly issues: readonly ShownIssue[];
}

/** What is checked, and how the agents are used. */
interface CheckHostsOptions {
  readonly sets: readonly PolicySet[];
  /** The files of the policies, for the places in them. */
  readonly sources: Sources;
  /** A person is there to answer the agents' questions. */
  readonly interactive: boolean;
}

/**
 * What agents cannot carry out of policies, with the hooks that `gatehouse init` gives them, and the policies that apply to nothing that
 * they send.
 *
 * @param names of agents, `all`, or `installed` for those that are on this machine; each is checked once
 * @throws UsageError for an unknown name, and for `installed` where no agent is found
 */
export function checkHosts(
  io: Pick<Io, "env" | "home">,
  names: readonly string[],
  { sets, sources, interactive }: CheckHostsOptions,
): readonly CheckedHost[] {
  const chosen = new Set(names.flatMap((name) => namesOf(io, name)));
  const policies = sets.flatMap(policiesOf);
  return WIRED_HOSTS.filter((host) => chosen.has(host.name)).map((host) => {
    const wiring = WIRINGS.find(({ agent }) => agent === host.name);
    const wired = wiring && wiredEvents(wiring);
    const issues = checkHost(host, policies, { interactive, ...(wired && { wired }) });
    return {
      host: host.name,
      title: host.title,
      issues: [
        ...issues.map((issue) => withColumn(issue, sources)),
        ...unreached(host, sets, issues, sources),
        ...untold(host, sets, wired, sources),
      ],
    };
  });
}

/** Policies that apply to nothing that the agent sends, where the tables alone do not tell. */
function unreached(
  host: WiredHost,
  sets: readonly PolicySet[],
  known: readonly Issue[],
  sources: Sources,
): readonly ShownIssue[] {
  const sent = sentBy(host);
  const tools = hostToolTypes();
  const isTold = ({ id, source }: Policy): boolean =>
    known.some(
      ({ code, message, path, line }) =>
        NOT_ASKED.has(code) &&
        path === source?.path &&
        line === source?.line &&
        message.includes(`\`${id}\``),
    );
  return sets.flatMap((set) =>
    neverSent(set, sent, { tools }).flatMap(({ policy, witness }) =>
      // A pack is for many agents, and a file of the agent itself is asked about what comes as it comes.
      policy.source?.pack !== undefined || policy.source?.format === host.name || isTold(policy)
        ? []
        : [
            {
              severity: "warning",
              code: "never-on-host",
              message: `${host.title} sends no event that \`${policy.id}\` applies to: it has no such field, tool or argument`,
              ...placeOfPolicy(policy, sources),
              witness,
              cure: 'write the condition for all agents: `tool.kind == "shell"`, `params.command` (docs/events.md)',
            },
          ],
    ),
  );
}

/** Cells that stay as they are, since the agent does not tell what sets or empties them. */
function untold(
  host: WiredHost,
  sets: readonly PolicySet[],
  wired: readonly string[] | undefined,
  sources: Sources,
): readonly ShownIssue[] {
  const sent = sentBy(host, wired);
  const tools = hostToolTypes();
  return sets.flatMap((set) =>
    untoldCells(set, sent, { tools }).map((found) => {
      const { path, line } = found.cell.source ?? {};
      const place = { ...(path !== undefined && { path }), ...(line !== undefined && { line }) };
      return withColumn({ ...untoldIssue(host.title, found), ...place }, sources);
    }),
  );
}

function untoldIssue(title: string, { cell, what, events, lets }: UntoldCell): ShownIssue {
  const waits = `${title} sends no such event (${events.map((one) => `\`${one}\``).join(", ")})`;
  const name = `\`${cell.name}\``;
  const means =
    what === "set"
      ? `${name} stays empty there`
      : what === "emptied"
        ? `${name} is never emptied there`
        : `the source \`${what.source}\` of ${name} says nothing there`;
  return {
    severity: lets ? "error" : "warning",
    code: "cell-not-told",
    message: `${means}: ${waits}${lets ? ", and what it would let through is stopped" : ""}`,
    cure: lets
      ? "leave the policy that it lets through out for this agent, or set the cell by an event that the agent sends (docs/events.md)"
      : "set it by an event that the agent sends (docs/events.md)",
  };
}

function namesOf(io: Pick<Io, "env" | "home">, name: string): readonly string[] {
  const all = WIRED_HOSTS.map((host) => host.name);
  if (name === "all") return all;
  if (name === "installed") return chooseAgents(io, [], { kind: "user" }).map(({ wiring }) => wiring.agent);
  if (all.includes(name)) return [name];
  throw new UsageError(`unknown agent \`${name}\``, `write one of ${all.join(", ")}, all, installed`);
}
