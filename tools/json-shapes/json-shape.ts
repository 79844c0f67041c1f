import type * as z from "zod";
import type { IsSame, Plain } from "./same-type.js";

/** What a command prints in one case. */
export interface ShapeForm {
  /** The case: `with --undo`. */
  readonly when: string;
  readonly schema: z.ZodType;
}

/** What a command prints with `--json`. */
export interface JsonShape {
  readonly command: string;
  /** It grows when something is taken away or gets another meaning, and not when something is added. */
  readonly version: number;
  /** It is a row of `--jsonl`; absent: what `--json` prints. */
  readonly isRow?: true;
  readonly forms: readonly [ShapeForm, ...ShapeForm[]];
}

/** What the compiler says of a schema that is not the type. */
interface Differs<Printed, Schema> {
  readonly "the command prints": Plain<Printed>;
  readonly "the schema says": Plain<Schema>;
}

/**
 * The schema of a type that a command prints, which is exactly that type: the compiler holds them together.
 *
 * @example
 * const schema = printed<{ readonly ok: boolean }>()(z.strictObject({ ok: z.boolean() }));
 */
export function printed<Printed>() {
  return <Schema extends z.ZodType>(
    schema: Schema &
      (IsSame<Printed, z.output<Schema>> extends true ? unknown : Differs<Printed, z.output<Schema>>),
  ): z.ZodType => schema;
}
