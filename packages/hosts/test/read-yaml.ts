import { parseYaml } from "../src/yaml/parse-yaml.js";
import { readTree } from "../src/yaml/read-tree.js";

/** What every YAML format of the package reads first. Throws for a text with a problem. */
export function readYaml(text: string): unknown {
  const { root, problems } = parseYaml(text, "core");
  const tree = readTree(text, root);
  const [problem] = [...problems, ...tree.problems];
  if (problem !== undefined) throw new Error(`${problem.code} at ${problem.offset}`);
  return tree.value;
}
