import type { JsonValue } from "@gatehouse-hooks/json";

/** A type as `JSON.parse` gives it back: without `readonly`, without `undefined`; anything that JSON can hold is `unknown`. */
export type Plain<T> = [JsonValue] extends [T] ? unknown : PlainPart<T>;

type PlainPart<T> = T extends string | number | boolean | null
  ? T
  : T extends readonly unknown[]
    ? number extends T["length"]
      ? Plain<T[number]>[]
      : { -readonly [Index in keyof T]: Plain<T[Index]> }
    : T extends object
      ? string extends keyof T
        ? Record<string, Plain<T[string & keyof T]>>
        : PlainObject<T>
      : never;

type PlainObject<T> = Flat<
  { -readonly [Key in Exclude<keyof T, MaybeAbsent<T>>]: Plain<T[Key]> } & {
    -readonly [Key in MaybeAbsent<T>]?: Plain<Exclude<T[Key], undefined>>;
  }
>;

/** The keys that an object of the type may lack, or that `JSON.stringify` may leave out. */
type MaybeAbsent<T> = keyof T extends infer Key
  ? Key extends keyof T
    ? unknown extends T[Key]
      ? Partial<Pick<T, Key>> extends Pick<T, Key>
        ? Key
        : never
      : undefined extends T[Key]
        ? Key
        : never
    : never
  : never;

type Flat<T> = { [Key in keyof T]: T[Key] };

/** Whether two types are the same as JSON. */
export type IsSame<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;
