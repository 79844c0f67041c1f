import { type Builtin, contextOf } from "../builtin-call.js";

/** `add_date`: the day, in local time. */
export function addDate(now: () => Date): Builtin {
  return () => {
    const date = now();
    const month = String(date.getMonth() + 1).padStart(2, "0");
    const day = String(date.getDate()).padStart(2, "0");
    return contextOf(`Today's date: ${date.getFullYear()}-${month}-${day}`);
  };
}
