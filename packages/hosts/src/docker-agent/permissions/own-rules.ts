import type { OwnRules } from "../../importing/own-rules.js";

/**
 * The permissions of a docker-agent file. They are compared with what hooks have made of a call, on purpose: a rewrite that a policy sends
 * meets them, so nothing has to be asked here about the call as it came. They are read as policies, too, by this folder, where the
 * file is one of the policy files.
 */
export const dockerAgentOwnRules: OwnRules = {
  kind: "after hooks",
  host: "docker-agent",
  title: "docker-agent",
};
