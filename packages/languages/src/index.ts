export { decodeBase64, decodeUtf16 } from "./decode-base64.js";
export type { CodeEffect, CodeReading, FileEffect, RunPlace } from "./effects.js";
export type { CodeStart, ReadLanguage } from "./machine.js";
export { readLanguage } from "./read-language.js";
export { databaseFile, type SqlEffect, sqlEffect, sqlStatements, tablesIn } from "./sql/statements.js";
export type { SqlTable } from "./sql/tables.js";
export { type CodeToken, codeTokens } from "./scan/code-tokens.js";
export { withConstants } from "./scan/constant-names.js";
export { isOwnCommand, readScript } from "./read-script.js";
