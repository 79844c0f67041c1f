import * as z from "zod/mini";

/** A string of a policy file. */
export const givenText: z.ZodMiniType<string, string> = z
  .string("expected a string")
  .check(z.minLength(1, "expected a string that is not empty"));

/** A string or a list of them, which is a list where it is read. */
export const givenTexts: z.ZodMiniType<readonly string[], string | readonly string[]> = z.readonly(
  z.union(
    [
      z.pipe(
        givenText,
        z.transform((one: string) => [one]),
      ),
      z.array(givenText).check(z.minLength(1)),
    ],
    "expected a string or a list of strings, not empty",
  ),
);
