export { bytesOf, pinnedKeys, privateKeyOf } from "./key-files.js";
export { nextVersion, signedStatement } from "./sign-statement.js";
