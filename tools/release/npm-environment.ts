/** The environment for npm when pnpm has started us: pnpm's own settings are no settings of npm, which warns of each. */
export function npmEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) =>
        !/^npm_(?!config_(?:registry|cache|offline|userconfig)$)/i.test(name) &&
        !/^(?:NODE_OPTIONS|VITEST|PNPM_)/.test(name),
    ),
  );
}
