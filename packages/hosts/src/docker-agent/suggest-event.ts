import { nearName } from "@gatehouse-hooks/json";
import { DOCKER_AGENT_EVENTS } from "./contract.js";

/** What other agents call an event, without dashes, underscores and letter case. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["beforetoolcall", "pre_tool_use"],
  ["beforetooluse", "pre_tool_use"],
  ["beforetool", "pre_tool_use"],
  ["pretoolcall", "pre_tool_use"],
  ["pretool", "pre_tool_use"],
  ["prebashexecution", "pre_tool_use"],
  ["prefilewrite", "pre_tool_use"],
  ["beforeshellexecution", "pre_tool_use"],
  ["aftertoolcall", "post_tool_use"],
  ["aftertooluse", "post_tool_use"],
  ["aftertool", "post_tool_use"],
  ["posttoolcall", "post_tool_use"],
  ["beforesubmitprompt", "user_prompt_submit"],
  ["userpromptsubmitted", "user_prompt_submit"],
  ["beforeagent", "user_prompt_submit"],
  ["beforemodel", "before_llm_call"],
  ["subagentstopped", "subagent_stop"],
]);

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
