export { type AgentsTool, type AgentsGuardrail, gateFunctionTools } from "./gate-function-tools.js";
