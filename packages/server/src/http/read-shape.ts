import type { z } from "zod";
import { HttpProblem } from "./problem.js";

/** Issues of one body that are told. */
const MOST_TOLD = 10;

/**
 * The body itself, where it is as its schema says. Not the copy that the schema makes: that lacks keys such as `__proto__`, which policies
 * may ask about.
 *
 * @param schema changes nothing: no defaults, no transforms
 * @throws HttpProblem with the place of everything that is wrong
 */
export function readShape<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (read.success) return body as T;
  const errors = read.error.issues
    .slice(0, MOST_TOLD)
    .map(({ path, message }) => ({ pointer: pointerOf(path), detail: message }));
  const [first = { pointer: "", detail: "it is something else" }] = errors;
  throw new HttpProblem(
    "bad-request",
    `${first.pointer === "" ? "the body" : first.pointer}: ${first.detail}`,
    {
      errors,
    },
  );
}

/** RFC 6901. */
function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
