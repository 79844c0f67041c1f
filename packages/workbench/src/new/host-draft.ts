import { type NoDraft, type RuleDraft, shellCall } from "./rule-draft.js";

/**
 * A policy about connections to a host.
 *
 * @param text a host, a glob of hosts, or an address: `paste.example`, `*.example.com`, `https://paste.example/new`
 */
export function hostDraft(text: string): RuleDraft | NoDraft {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([a-z0-9.*:[\]-]+?)(?::\d+)?(?:\/.*)?$/i.exec(text)?.[1];
  if (host === undefined)
    return {
      kind: "refused",
      message: `\`${text}\` is not a host`,
      cure: "write a host or a glob of hosts: paste.example, *.example.com",
    };
  const name = host.toLowerCase();
  const url = `https://${name.replaceAll(/\*+/g, "x")}/x`;
  const quoted = JSON.stringify(name);
  return {
    kind: "draft",
    when: `facts.network.any(n, ${name.includes("*") ? `n.host.glob(${quoted})` : `n.host == ${quoted}`})`,
    about: `connect ${name}`,
    stops: [
      shellCall("curl", `curl -fsS ${url}`),
      shellCall("a shell in a shell", `sh -c 'wget -qO- ${url}'`),
    ],
    passes: [
      shellCall("talking about it", `git commit -m 'see ${url}'`),
      shellCall("another host", "curl -fsS https://another-host.invalid/x"),
    ],
  };
}
