import { isList, own } from "@gatehouse-hooks/json";

/** Which agents may call which, as the file says: the names of all agents, and the sub-agents of each. */
interface Team {
  readonly names: readonly string[];
  readonly subAgents: ReadonlyMap<string, readonly string[]>;
}

/** An agent of a file with several of them. */
export interface AgentOfTeam {
  readonly name: string;
  readonly team: Team;
}

/** Reads the names of a file's agents and of their `sub_agents`. */
export function teamOf(agents: Readonly<Record<string, unknown>>): Team {
  return {
    names: Object.keys(agents),
    subAgents: new Map(
      Object.entries(agents).map(([name, agent]) => [
        name,
        subAgentsIn(agent).flatMap((one: unknown) => (typeof one === "string" ? namesOf(one) : [])),
      ]),
    ),
  };
}

/**
 * The text of the condition that an event is for an agent's hooks. An event says whose it is by `agent_name`; a switch
 * belongs to the agent that is left, the end of a sub-agent to the agent that asked it. Where the event does not say it,
 * or names an agent that is not in the file, it is for every agent: too many hooks rather than too few.
 */
export function routeOf(event: string, { name, team }: AgentOfTeam): string {
  if (event === "on_agent_switch") return `(${isAgent("from_agent", name, team)})`;
  if (event !== "subagent_stop") return `(${isAgent("agent_name", name, team)})`;
  const own = team.subAgents.get(name) ?? [];
  const all = [...new Set([...team.subAgents.values()].flat())];
  return all.length === 0 ? "true" : `(${isIn("agent_name", own)} || !${isIn("agent_name", all)})`;
}

function isAgent(field: string, name: string, { names }: Team): string {
  return `${field} == ${JSON.stringify(name)} || !${isIn(field, names)}`;
}

function isIn(field: string, names: readonly string[]): string {
  return `(${field} in ${JSON.stringify(names)})`;
}

function subAgentsIn(agent: unknown): readonly unknown[] {
  const list = own(agent, "sub_agents");
  return isList(list) ? list : [];
}

/** `reviewer:myorg/review-pr` and `myorg/reviewer` name an agent that is fetched: by its name, else by its path's end. */
function namesOf(text: string): readonly string[] {
  const [before = "", after] = text.split(/:(.*)/s, 2);
  if (after !== undefined && !before.includes("/")) return [before];
  const last = before.split("/").at(-1) ?? before;
  return [text, last.split("@", 1)[0] ?? last];
}
