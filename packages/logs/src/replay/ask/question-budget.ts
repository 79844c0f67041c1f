/** What may be spent, and what was, in the unit of the prices. */
export interface QuestionBudget {
  /** What was spent, and what is promised to questions on their way. */
  readonly spent: () => number;
  /** Promises so much to a question; false: the budget does not allow that, and nothing has happened. */
  readonly promise: (most: number) => boolean;
  /** A question that was promised `most` has taken `cost`. */
  readonly settle: (most: number, cost: number) => void;
}

/** A budget that is kept whatever the questions on their way turn out to cost. */
export function createQuestionBudget(budget: number): QuestionBudget {
  let spent = 0;
  let promised = 0;
  return {
    spent: () => spent + promised,
    promise(most) {
      if (spent + promised + most > budget) return false;
      promised += most;
      return true;
    },
    settle(most, cost) {
      promised -= most;
      spent += cost;
    },
  };
}
