/** The names that places of the command line take; what knows them is loaded when they are completed. */

/** The formats of policy files. */
export const formats = async (): Promise<readonly string[]> =>
  (await import("@gatehouse-hooks/local/format-names")).FORMATS;

/** The agents that Gatehouse answers. */
export const wired = async (): Promise<readonly string[]> =>
  (await import("@gatehouse-hooks/hosts/wired")).WIRED_HOSTS.map(({ name }) => name);

/** What `--host` takes. */
export const checkable = async (): Promise<readonly string[]> => [...(await wired()), "all", "installed"];

/** The agents that `init` and `doctor` know. */
export const installable = async (): Promise<readonly string[]> =>
  (await import("@gatehouse-hooks/local/agents")).WIRINGS.map(({ agent }) => agent);
