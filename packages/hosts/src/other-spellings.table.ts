import type { EventSpelling, FieldSpelling } from "@gatehouse-hooks/engine";

/** Names under which agents tell what a documented event tells, where the spelling is too far to be near. */
export const EVENT_SPELLINGS: readonly EventSpelling[] = (
  [
    ["BeforeTool", "Gemini CLI", "before_tool_call"],
    ["AfterTool", "Gemini CLI", "after_tool_call"],
    ["BeforeAgent", "Gemini CLI", "prompt"],
    ["BeforeModel", "Gemini CLI", "before_llm_call"],
    ["AfterModel", "Gemini CLI", "after_llm_call"],
    ["tool.execute.before", "OpenCode", "before_tool_call"],
    ["tool.execute.after", "OpenCode", "after_tool_call"],
    ["tool_call", "Pi", "before_tool_call"],
    ["tool_result", "Pi", "after_tool_call"],
    ["preMcpToolCall", "Copilot CLI", "before_tool_call"],
    ["PreMcpToolCall", "Copilot CLI", "before_tool_call"],
    ["beforeShellExecution", "Cursor", "before_tool_call"],
    ["beforeMCPExecution", "Cursor", "before_tool_call"],
    ["beforeReadFile", "Cursor", "before_tool_call"],
    ["beforeSubmitPrompt", "Cursor", "prompt"],
    ["userPromptSubmitted", "Copilot CLI", "prompt"],
  ] as const
).map(([name, host, event]) => ({ name, host, event }));

/** Fields that carry the same thing in the events of different agents, and whose spelling each is. */
export const FIELD_SPELLINGS: readonly (readonly FieldSpelling[])[] = [
  [
    ["toolName", "Mayros' and Copilot CLI's"],
    ["tool_name", "Claude Code's and docker-agent's"],
    ["tool", "OpenCode's and Cline's"],
    ["name", "another agent's"],
  ],
  [
    ["params", "Mayros'"],
    ["tool_input", "Claude Code's and docker-agent's"],
    ["toolArgs", "Copilot CLI's"],
    ["tool_args", "Mimir's"],
    ["toolInput", "another agent's"],
    ["input", "Pi's"],
    ["args", "OpenCode's"],
    ["arguments", "another agent's"],
    ["parameters", "Cline's"],
  ],
  [
    ["prompt", "Claude Code's and docker-agent's"],
    ["message", "Mayros'"],
    ["user_prompt", "another agent's"],
    ["text", "another agent's"],
    ["content", "another agent's"],
  ],
  [
    ["bash_command", "Mimir's"],
    ["command", "another agent's"],
    ["cmd", "another agent's"],
  ],
  [
    ["file_path", "Mimir's"],
    ["path", "another agent's"],
    ["filePath", "another agent's"],
  ],
];
