import { isBuiltin } from "node:module";
import { pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";

/** What a bundled module takes from packages outside of the workspace: by address, loaded before the bundle runs. */
export type OuterModules = Map<string, Record<string, unknown>>;

const PREFIX = "\0outer:";
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/**
 * Leaves npm packages and Node's own modules out of a bundle: they are loaded once, by Node, however often the bundle
 * is evaluated. In the bundle stands a module that hands out their names, read from `globalThis[key]`.
 *
 * @param loaded is filled with the modules while the bundle is made.
 * @param inside says which specifiers belong to the workspace.
 */
export function outerModules(
  key: string,
  loaded: OuterModules,
  inside: (specifier: string) => boolean,
): Plugin {
  return {
    name: "outer-modules",
    async resolveId(specifier, importer) {
      if (importer === undefined || /^[./\0]/.test(specifier) || inside(specifier)) return;
      if (isBuiltin(specifier)) return PREFIX + specifier;
      const found = await this.resolve(specifier, importer, { skipSelf: true });
      return found === null ? undefined : PREFIX + pathToFileURL(found.id).href;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return;
      const address = id.slice(PREFIX.length);
      const module = (await import(address)) as Record<string, unknown>;
      loaded.set(address, module);
      const names = Object.keys(module).filter((name) => name !== "default" && IDENTIFIER.test(name));
      return {
        code: [
          `const outer = globalThis[${JSON.stringify(key)}].get(${JSON.stringify(address)});`,
          ...names.map((name, index) => `const name${index} = outer[${JSON.stringify(name)}];`),
          `export { ${names.map((name, index) => `name${index} as ${name}`).join(", ")} };`,
          ...("default" in module ? ["export default outer.default;"] : []),
        ].join("\n"),
        moduleType: "js",
      };
    },
  };
}
