import { readFileSync } from "node:fs";
import path from "node:path";

/** Where the project is on the network, as its owner filled it in; an empty string is an address that is not known. */
export interface Addresses {
  readonly repository: string;
  readonly homepage: string;
  readonly bugs: string;
  readonly security: string;
}

/** The addresses of `tools/addresses.json`. */
export function readAddresses(): Addresses {
  return JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, "../addresses.json"), "utf8"),
  ) as Addresses;
}

/** The page of the repository, of an address as package.json has it (`git+https://host/owner/name.git`); "" when there is none. */
export function repositoryPage({ repository }: Addresses): string {
  return repository.replace(/^git\+/, "").replace(/\.git$/, "");
}

/** Where the site is on its server: `/`, or the path of its address with a `/` at the end. */
export function siteBase({ homepage }: Addresses): string {
  return homepage === "" ? "/" : new URL(homepage).pathname.replace(/\/?$/, "/");
}
