import { load } from "@gatehouse-hooks/hosts";
import {
  type ImportedFile,
  type ImportedPolicy,
  nativeText,
  type NotKept,
} from "@gatehouse-hooks/hosts/import";
import type { Io } from "@gatehouse-hooks/console";
import { runPolicyTests } from "../try/run-policy-tests.js";

/** A policy file of imported rules that loads without an error, and whose tests pass. */
export interface ProvenFile {
  readonly text: string;
  readonly policies: number;
  readonly tests: number;
}

/** Files below the limit of a policy file, and the policies that did not stand the proof. */
interface ProvenPolicies {
  readonly files: readonly ProvenFile[];
  readonly dropped: ReadonlyMap<string, readonly NotKept[]>;
}

/** UTF-16 code units of a file; one may hold 256 KiB. */
const MOST_TEXT = 120_000;

/**
 * Loads each policy as it would be written, and runs its tests: what does not do as its tests say is not written.
 *
 * @param path what the file will be called
 */
export function provenPolicies(
  imported: readonly ImportedFile[],
  path: string,
  progress?: Io["progress"],
): ProvenPolicies {
  const total = imported.reduce((sum, { policies }) => sum + policies.length, 0);
  let done = 0;
  const dropped = new Map<string, NotKept[]>();
  const kept: {
    readonly path: string;
    readonly policies: ImportedPolicy[];
    size: number;
    tests: number;
  }[][] = [[]];
  let size = 0;
  for (const file of imported) {
    for (const one of file.policies) {
      progress?.("proving policies", ++done, total);
      const text = nativeText([{ path: file.path, policies: [one] }]);
      const proof = prove(text, path);
      if (typeof proof === "string") {
        const reason = `the policy made of it is not right: ${proof}`;
        dropped.set(file.path, [
          ...(dropped.get(file.path) ?? []),
          { from: one.from, reason, ...(!("allow" in one.policy) && { guards: true as const }) },
        ]);
        continue;
      }
      size += text.length;
      if (size > MOST_TEXT) {
        kept.push([]);
        size = text.length;
      }
      const group = kept.at(-1) ?? [];
      const last = group.at(-1);
      if (last?.path === file.path) {
        last.policies.push(one);
        last.tests += proof;
      } else group.push({ path: file.path, policies: [one], size, tests: proof });
    }
  }
  const files = kept
    .filter((group) => group.length > 0)
    .map((group) => ({
      text: nativeText(group),
      policies: group.reduce((sum, { policies }) => sum + policies.length, 0),
      tests: group.reduce((sum, { tests }) => sum + tests, 0),
    }));
  return { files, dropped };
}

/** The number of tests that pass, or what is wrong. */
function prove(text: string, path: string): number | string {
  const { policies, tests, memory, issues } = load(text, { path });
  const error = issues.find(({ severity }) => severity === "error");
  if (error !== undefined) return error.message;
  const failed = runPolicyTests({ path, policies, tests, memory }).find(
    ({ differences }) => differences.length > 0,
  );
  return failed === undefined ? tests.length : `in its test ${failed.differences.join(", ")}`;
}
