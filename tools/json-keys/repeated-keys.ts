import { visit } from "jsonc-parser";

/** A key that an object of a JSON text has a second time. */
export interface RepeatedKey {
  readonly key: string;
  /** Where it is again, from 1. */
  readonly line: number;
}

/**
 * The keys that an object has twice: a reader keeps the last and says nothing, so what the first one said is gone. Comments and trailing
 * commas are read over, as compilers' settings have them.
 */
export function repeatedKeys(text: string): readonly RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  const open: Set<string>[] = [];
  visit(
    text,
    {
      onObjectBegin: () => {
        open.push(new Set());
      },
      onObjectProperty: (key, _offset, _length, line) => {
        const keys = open.at(-1);
        if (keys?.has(key) === true) repeated.push({ key, line: line + 1 });
        keys?.add(key);
      },
      onObjectEnd: () => {
        open.pop();
      },
    },
    { allowTrailingComma: true },
  );
  return repeated;
}
