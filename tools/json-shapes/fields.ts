import * as z from "zod";

// The kinds of fields that many shapes have, with their meaning.

export const text = (means: string): z.ZodString => z.string().describe(means);
export const flag = (means: string): z.ZodBoolean => z.boolean().describe(means);
/** A whole number that is not negative. */
export const count = (means: string): z.ZodInt => z.int().nonnegative().describe(means);
export const numeric = (means: string): z.ZodNumber => z.number().describe(means);
export const texts = (means: string): z.ZodArray<z.ZodString> => z.array(z.string()).describe(means);
export const list = <Item extends z.ZodType>(item: Item, means: string): z.ZodArray<Item> =>
  z.array(item).describe(means);
/** Any object of JSON: what a user, an agent or a file has written. */
export const anyObject = (means: string): z.ZodRecord<z.ZodString, z.ZodUnknown> =>
  z.record(z.string(), z.unknown()).describe(means);

/** One of some words, and there will be no others in this version. */
export const words = <const Words extends readonly [string, ...string[]]>(
  all: Words,
  means: string,
): z.ZodEnum<{ [Word in Words[number]]: Word }> => z.enum(all).describe(means);

/** One of some words; others may be added: the published schema takes any string. */
export const openWords = <const Words extends readonly [string, ...string[]]>(
  all: Words,
  means: string,
): z.ZodEnum<{ [Word in Words[number]]: Word }> => z.enum(all).meta({ description: means, open: true });

/** A part that several shapes have, under a name of its own. */
export const part = <Schema extends z.ZodType>(id: string, means: string, schema: Schema): Schema =>
  schema.meta({ id, description: means });

/** 1-based. */
export const line: z.ZodOptional<z.ZodInt> = z.int().positive().describe("from 1").optional();
/** 1-based. */
export const column: z.ZodOptional<z.ZodInt> = z
  .int()
  .positive()
  .describe("from 1, in UTF-16 code units")
  .optional();
