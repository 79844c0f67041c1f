import { compilePolicies, loadPolicySet, policiesOf, savePolicySet } from "@gatehouse-hooks/engine";
import { loadAll } from "@gatehouse-hooks/hosts";
import YAML from "yaml";
import type { Frame } from "./frame/frame.js";
import { type NativeFile, nativeFiles } from "./loading/files.js";

type Ids = (files: readonly NativeFile[]) => readonly string[];

/** What the texts hold, read by the YAML parser alone. */
const bare: Ids = (files) =>
  files.flatMap(({ text }) =>
    (YAML.parse(text) as { readonly policies: readonly { readonly id: string }[] }).policies.map(
      ({ id }) => id,
    ),
  );

const load: Ids = (files) => loadAll(files).policies.map(({ id }) => id);

const loadAndCompile: Ids = (files) => {
  const { policies, vocabulary, issues } = loadAll(files);
  const compiled = compilePolicies(policies, { vocabulary });
  const error = [...issues, ...compiled.issues].find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(error.message);
  return policies.map(({ id }) => id);
};

/** Policies as people write them, from text to definitions and to a set, beside the YAML parser alone. */
export default async function loading(frame: Frame): Promise<void> {
  for (const size of frame.quick ? [1_000] : [1_000, 10_000]) {
    const files = nativeFiles(size);
    const label = `${size} policies`;
    const subjects = { "YAML parser alone": bare, load, "load and compile": loadAndCompile };
    await frame.agree(label, subjects, [files]);
    await frame.measure(
      label,
      Object.fromEntries(Object.entries(subjects).map(([name, ids]) => [name, () => ids(files)])),
      { rounds: frame.quick ? 3 : 7, batchMs: 1, warmMs: 1 },
    );
    await portable(frame, size, files);
    // Per policy: what a set keeps alive, and what the parsed texts would.
    const { policies, vocabulary } = loadAll(files);
    await frame.retained(`${size} policies, all of them`, {
      "YAML parser alone": () => files.map(({ text }) => YAML.parse(text) as unknown),
      "policy set": () => compilePolicies(policies, { vocabulary }).set,
      "definitions and set": () => {
        const loaded = loadAll(files);
        return compilePolicies(loaded.policies, { vocabulary: loaded.vocabulary }).set;
      },
    });
  }
}

/** A set in its portable form, from JSON text to a set, beside `JSON.parse` alone: everything in it is checked again. */
async function portable(frame: Frame, size: number, files: readonly NativeFile[]): Promise<void> {
  const { policies, vocabulary } = loadAll(files);
  const text = savePolicySet(compilePolicies(policies, { vocabulary }).set);
  const parsed = (): readonly string[] =>
    (JSON.parse(text) as { readonly policies: readonly { readonly id: string }[] }).policies.map(
      ({ id }) => id,
    );
  const loaded = (): readonly string[] =>
    policiesOf(loadPolicySet(text, { vocabulary }).set).map(({ id }) => id);
  const subjects = { "JSON.parse alone": parsed, "load the portable form": loaded };
  const label = `${size} policies in their portable form`;
  await frame.agree(label, subjects, [undefined]);
  await frame.measure(label, subjects, { rounds: frame.quick ? 3 : 7, batchMs: 1, warmMs: 1 });
}
