export { diffLines, diffMarkdown } from "./diff-lines.js";
export { diffSide } from "./diff-side.js";
