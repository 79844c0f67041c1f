import { textOf } from "../realistic/gatehouse.js";
import { rulesOf } from "../realistic/rules.js";

/** A file of the native format. */
export interface NativeFile {
  readonly path: string;
  readonly text: string;
}

/** UTF-16 code units of a file: below the 256 KiB that are read. */
const MAX_LENGTH = 240_000;
const TOP = "version: 1\npolicies:\n";

/** The realistic policies as files that people write: single quotes, a reason each, as many files as it takes. */
export function nativeFiles(policies: number): readonly NativeFile[] {
  const texts = [TOP];
  for (const { id, check } of rulesOf(policies)) {
    const policy = [
      `  - id: p${id}`,
      `    description: keeps case ${id} from happening`,
      "    events: [before_tool_call]",
      `    when: '${textOf(check).replaceAll("'", "''")}'`,
      `    deny: policy ${id} forbids this`,
      "",
    ].join("\n");
    const last = texts.at(-1) ?? TOP;
    if (last.length + policy.length > MAX_LENGTH) texts.push(TOP + policy);
    else texts[texts.length - 1] = last + policy;
  }
  return texts.map((text, index) => ({ path: `policies-${index}.yaml`, text }));
}
