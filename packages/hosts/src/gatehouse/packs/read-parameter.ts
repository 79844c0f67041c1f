import type { JsonValue } from "@gatehouse-hooks/json";
import type { Problem } from "../../text/report.js";
import { cite } from "../../text/cite.js";
import type { PackParameter } from "./pack.js";

/** The longest value, and the longest list, in UTF-16 code units: a glob of the condition language has at most 1,000. */
const MAX_VALUE = 200;
const MAX_LIST = 900;

/** What a value of each kind looks like. Braces and commas would part the glob that the list becomes. */
const FORMS: Readonly<Record<PackParameter["kind"], { readonly form: RegExp; readonly example: string }>> = {
  names: { form: /^[^\p{C}]+$/u, example: "typescript" },
  paths: { form: /^(?:~|\.|\*\*)?\/[^\p{C}{},\\]*[^\p{C}{},\\/]$|^[~.]$/u, example: "~/scratch/**" },
  hosts: { form: /^[a-z0-9*._:-]+$/, example: "*.example.com" },
};

/** A value for a parameter, or what is wrong with it. */
type ReadParameter =
  | { readonly kind: "value"; readonly value: readonly string[] }
  | { readonly kind: "problem"; readonly problem: Problem };

/** Reads the value that a file gives a parameter: a string, or a list of strings of the parameter's kind. */
export function readParameter(name: string, { kind }: PackParameter, given: JsonValue): ReadParameter {
  const { form, example } = FORMS[kind];
  const cure = `for example ${cite(`${name}: ["${example}"]`)}`;
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  const value = list.filter((one) => typeof one === "string");
  if (value.length < list.length)
    return problem({ code: "invalid-type", message: `expected a list of strings for ${cite(name)}`, cure });
  if (value.join(",").length > MAX_LIST)
    return problem({
      code: "too-large",
      message: `the list ${cite(name)} has more than ${MAX_LIST} characters`,
      cure: "use globs in place of single names",
    });
  const at = value.findIndex((one) => one.length > MAX_VALUE || !form.test(one));
  if (at !== -1)
    return problem({
      code: "invalid-value",
      message: `item ${at + 1} of ${cite(name)} is not one of ${KINDS[kind]}`,
      cure,
    });
  return { kind: "value", value };
}

const KINDS: Readonly<Record<PackParameter["kind"], string>> = {
  names: "the names of up to 200 characters",
  paths: "the paths that begin with `/`, `~/`, `./` or `**/`, without braces, commas and backslashes",
  hosts: "the hosts in lower case, which may have `*`",
};

function problem(found: Problem): ReadParameter {
  return { kind: "problem", problem: found };
}
