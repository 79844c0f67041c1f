import { parse } from "yaml";

/** What `packs/NAME.yaml` holds. */
interface PackFile {
  readonly description: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly policies: readonly PackPolicy[];
}

interface PackPolicy extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly examples: { readonly applies: readonly unknown[]; readonly not: readonly unknown[] };
}

/** A pack as the loader takes it: examples apart from the policies, and the event that all packs are about. */
export function packOf(name: string, text: string): Readonly<Record<string, unknown>> {
  const { description, parameters = {}, policies } = parse(text) as PackFile;
  return {
    name,
    description,
    parameters,
    policies: policies.map((policy) => ({
      id: policy.id,
      events: "before_tool_call",
      ...Object.fromEntries(Object.entries(policy).filter(([key]) => key !== "examples")),
    })),
    examples: Object.fromEntries(policies.map(({ id, examples }) => [id, examples])),
  };
}
