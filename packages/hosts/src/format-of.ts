/** The formats that `load` reads. */
export type Format = "mayros" | "gatehouse" | "docker-agent" | "mimir";

/**
 * The format that a file's name means: `.md` is `mayros`; `.yaml`, `.yml` and `.json` are `gatehouse`;
 * `.mimir/config.yml` is `mimir`. The case of letters does not matter: a guard is not lost because of how its name is written.
 * A file of docker-agent has no special name: its format is always given.
 *
 * @returns `undefined` for a file that is not a policy file, such as an editor's backup
 */
export function formatOf(path: string): Format | undefined {
  if (/(?:^|[\\/])\.mimir[\\/]config\.ya?ml$/i.test(path)) return "mimir";
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  switch (ending) {
    case "md":
      return "mayros";
    case "yaml":
    case "yml":
    case "json":
      return "gatehouse";
    default:
      return undefined;
  }
}
