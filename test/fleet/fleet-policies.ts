/** The policies of one version: what is static says which one decided, and the judged question is the same in all. */
export function fleetPolicies(version: number): string {
  return `version: 1
policies:
  - id: versioned
    events: access_request
    when: action.name == "read"
    deny: rules ${version}
  - id: judged
    events: before_tool_call
    tools: judged
    judge:
      prompt: May it run?
      cache: global
  - id: asked
    events: before_tool_call
    tools: asked
    ask: a person decides
`;
}
