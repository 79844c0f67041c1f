import type { Plugin } from "rolldown";

const PROCESS = "node:process";
const GLOBAL = `\0${PROCESS}`;

/**
 * What `node:process` exports by default is the global object. From the module a bundler takes it by copying its hundred and thirty properties
 * as getters, for each file anew.
 */
export function plainProcess(): Plugin {
  return {
    name: "plain-process",
    resolveId: (id) => (id === PROCESS ? GLOBAL : null),
    load: (id) => (id === GLOBAL ? "export default globalThis.process;" : null),
  };
}
