export { type CheckOpenFiles, type LanguageServerOptions, serveLanguage } from "./serve-language.js";
