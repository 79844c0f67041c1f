// Apart, so that only those load it whose policies are in an agent's own words.
export { decideInWords } from "@gatehouse-hooks/hosts/wired";
