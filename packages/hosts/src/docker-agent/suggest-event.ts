import { nearName } from "@gatehouse-hooks/json";
import { DOCKER_AGENT_EVENTS } from "./contract.js";

/** What other agents call an event, without dashes, underscores and letter case. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pre_tool_use:
      "beforetoolcall beforetooluse beforetool pretoolcall pretool prebashexecution prefilewrite beforeshellexecution",
    post_tool_use: "aftertoolcall aftertooluse aftertool posttoolcall",
    user_prompt_submit: "beforesubmitprompt userpromptsubmitted beforeagent",
    before_llm_call: "beforemodel",
    subagent_stop: "subagentstopped",
  }).flatMap(([event, names]) => names.split(" ").map((name) => [name, event] as const)),
);

/**
 * The event of docker-agent, of any generation, that an unknown name probably means: misspelt, in another letter
 * case or with dashes, or as another agent calls it; `null` when it is near none.
 */
export function suggestEvent(name: string): string | null {
  const bare = bareName(name);
  const same = DOCKER_AGENT_EVENTS.find((event) => bareName(event) === bare);
  return same ?? ALIASES.get(bare) ?? nearName(name, DOCKER_AGENT_EVENTS);
}

function bareName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}
