export { gateMastraTools, type MastraTool } from "./gate-mastra-tools.js";
