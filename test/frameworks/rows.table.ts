/** A framework, and what it is run with. */
export interface FrameworkRow {
  readonly library: string;
  /** The package whose version is in the table. */
  readonly npm: string;
  /** A file of `examples/frameworks`, without its ending. */
  readonly example: string;
  /** Words of the example that are left out, where there is a second way to do it. */
  readonly without?: string;
  /** A folder of `installs`, with the versions. */
  readonly install: string;
  /** The major version of Node. */
  readonly node: 20 | 22;
}

/** What `pnpm frameworks` runs: the oldest Node that each version takes. */
export const FRAMEWORK_ROWS: readonly FrameworkRow[] = [
  { library: "AI SDK 6", npm: "ai", example: "ai-sdk", install: "ai-sdk-6", node: 20 },
  { library: "AI SDK 7", npm: "ai", example: "ai-sdk-7", install: "ai-sdk-7", node: 22 },
  {
    library: "AI SDK 7, without `toolApproval`",
    npm: "ai",
    example: "ai-sdk-7",
    without: "toolApproval, ",
    install: "ai-sdk-7",
    node: 22,
  },
  {
    library: "OpenAI Agents SDK",
    npm: "@openai/agents",
    example: "openai-agents",
    install: "openai-agents-0.5",
    node: 20,
  },
  {
    library: "OpenAI Agents SDK",
    npm: "@openai/agents",
    example: "openai-agents",
    install: "openai-agents-0.20",
    node: 22,
  },
  { library: "LangChain.js", npm: "langchain", example: "langchain", install: "langchain-1.0", node: 20 },
  { library: "LangChain.js", npm: "langchain", example: "langchain", install: "langchain", node: 20 },
  {
    library: "LangGraph.js",
    npm: "@langchain/langgraph",
    example: "langgraph",
    install: "langchain",
    node: 20,
  },
  { library: "Mastra", npm: "@mastra/core", example: "mastra", install: "mastra", node: 22 },
];

/** A framework that the whole suite runs against. */
export interface SuiteRow {
  readonly library: string;
  /** A file of `suite/drivers`, without its ending. */
  readonly driver: string;
  readonly npm: string;
  /** A folder of `installs`; absent: it is a dependency of the workspace. */
  readonly install?: string;
  readonly node: 20 | 22;
}

/** What every case of the suite runs against. */
export const SUITE_ROWS: readonly SuiteRow[] = [
  { library: "AI SDK", driver: "ai-sdk", npm: "ai", install: "ai-sdk-6", node: 20 },
  {
    library: "OpenAI Agents SDK",
    driver: "openai-agents",
    npm: "@openai/agents",
    install: "openai-agents-0.20",
    node: 22,
  },
  { library: "LangChain.js", driver: "langchain", npm: "langchain", install: "langchain", node: 20 },
  { library: "Mastra", driver: "mastra", npm: "@mastra/core", install: "mastra", node: 22 },
  {
    library: "Claude Agent SDK",
    driver: "claude-agent-sdk",
    npm: "@anthropic-ai/claude-agent-sdk",
    node: 20,
  },
  { library: "MCP", driver: "mcp", npm: "@modelcontextprotocol/sdk", node: 20 },
];
