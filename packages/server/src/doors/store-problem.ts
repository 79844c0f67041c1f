import { HttpProblem } from "../http/problem.js";

/** A store that rejects has done nothing. @throws HttpProblem, its own or 503, so that the person tries again */
export async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    throw new HttpProblem(
      "approvals-unavailable",
      "nothing was read or answered; try again",
      {},
      { "retry-after": "1" },
    );
  }
}
