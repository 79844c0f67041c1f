import type { Plugin } from "rolldown";

/**
 * Puts other text in the place of npm packages: what a package names without need is not carried by everybody who bundles it.
 *
 * @param texts by specifier, a module each
 */
export function replacedModules(texts: Readonly<Record<string, string>>): Plugin {
  return {
    name: "replaced-modules",
    resolveId: (specifier) => (Object.hasOwn(texts, specifier) ? `\0${specifier}` : null),
    load: (id) => (id.startsWith("\0") && Object.hasOwn(texts, id.slice(1)) ? texts[id.slice(1)] : null),
  };
}

/** The grammar of Python says how an editor colours it, which nothing here asks: nothing has a colour. */
export const WITHOUT_COLOURS: Readonly<Record<string, string>> = {
  "@lezer/highlight":
    "const tag = () => tag; export const tags = new Proxy(tag, { get: () => tag }); export const styleTags = () => () => null;",
};
