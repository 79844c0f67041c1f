/** The lists of a settings file that say which tools may run: where each is, what it decides, and its priority in Gemini CLI. */
export const LISTS = [
  { path: ["tools", "exclude"], decision: "deny", priority: 400 },
  { path: ["excludeTools"], decision: "deny", priority: 400 },
  { path: ["tools", "confirmationRequired"], decision: "ask_user", priority: 350 },
  { path: ["tools", "allowed"], decision: "allow", priority: 300 },
  { path: ["allowedTools"], decision: "allow", priority: 300 },
  { path: ["mcp", "excluded"], decision: "deny", priority: 900 },
  { path: ["mcp", "allowed"], decision: "allow", priority: 100 },
] as const;

/** Lists of the only tools that there are. */
export const ONLY = [["tools", "core"], ["coreTools"]] as const;

/** What a server's own settings say. */
export const SERVER_SETTINGS = [
  {
    key: "trust",
    reason: "it is a setting of the server, not a rule: Gemini CLI asks no question before any of its tools",
    instead: "leave it in the settings, or write an allow for the tools that need no question",
  },
  {
    key: "includeTools",
    reason:
      "a list of the only tools of a server says nothing about a call: Gemini CLI does not offer the others",
    instead: "keep the list in the settings, or deny the other tools by name",
  },
  {
    key: "excludeTools",
    reason: "the tools are kept from the model, and no call of them comes",
    instead: "keep the list in the settings, or deny the tools by name",
  },
] as const;
