import { isDeepStrictEqual, inspect } from "node:util";

/** Functions that claim to give the same answer, by name. The first is the reference. */
export type Contestants<Input, Output> = Readonly<Record<string, (input: Input) => Output | Promise<Output>>>;

/** Thrown when two subjects give different answers: there is nothing to compare in their speed. */
export class Disagreement extends Error {
  override readonly name = "Disagreement";
}

/**
 * Runs every subject on every input and compares the answers with those of the first subject.
 *
 * @throws Disagreement naming the case, the input and both answers; a subject that throws disagrees
 */
export async function agree<Input, Output>(
  label: string,
  subjects: Contestants<Input, Output>,
  inputs: readonly Input[],
): Promise<void> {
  const [reference, ...others] = Object.entries(subjects);
  if (reference === undefined) throw new Error(`expected at least one subject in \`${label}\``);
  if (inputs.length === 0) throw new Error(`expected at least one input to agree on in \`${label}\``);
  for (const input of inputs) {
    const expected = await answer(reference[1], input);
    for (const [name, subject] of [reference, ...others]) {
      const actual = await answer(subject, input);
      if ("error" in actual || "error" in expected || !isDeepStrictEqual(actual.value, expected.value)) {
        throw new Disagreement(
          `subjects disagree in \`${label}\` on ${show(input)}: ` +
            `\`${reference[0]}\` gives ${show(expected)}, \`${name}\` gives ${show(actual)}`,
        );
      }
    }
  }
}

type Answer<Output> = { readonly value: Output } | { readonly error: string };

async function answer<Input, Output>(
  subject: (input: Input) => Output | Promise<Output>,
  input: Input,
): Promise<Answer<Output>> {
  try {
    return { value: await subject(input) };
  } catch (error) {
    return { error: String(error) };
  }
}

function show(value: unknown): string {
  const text = inspect(value, { depth: 6, breakLength: Infinity });
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
