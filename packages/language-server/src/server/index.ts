export type { Checked, WrittenPolicy } from "../checked.js";
export type { ExplainCode } from "../hover.js";
export type { TextFile } from "../text-file.js";
export { type LanguageServerOptions, serveLanguage } from "./serve-language.js";
