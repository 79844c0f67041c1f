import { isList, isSealedList, lookup } from "@gatehouse-hooks/json/values";
import { min, newList, existing } from "@gatehouse-hooks/json/intrinsics";
import { elementTest } from "./element-test.js";
import type { ElementTest, Loop, LoopNode, LoopUsage } from "./element-test.js";
import type { Evaluate, General, LoopVariables } from "./evaluate.js";
import { spend } from "./scope.js";

/** Closures for `any` and `all`. */
export function compileLoop(node: LoopNode, variables: LoopVariables, general: General): Evaluate<boolean> {
  const list = general.value(node.object, variables);
  const loop = loopOf(node, variables, general, { isGeneral: false });
  return (event, scope) => loop(list(event, scope), event, scope);
}

/**
 * The elements of a sealed list are sealed or hold nothing, so a body reads them plainly. A list of another event takes the
 * general form, which is made for the first one.
 */
function loopOf(node: LoopNode, variables: LoopVariables, general: General, usage: LoopUsage): Loop {
  const inside = inner(variables, node.variable);
  const slot = variables.length;
  const stop = node.kind === "any";
  const test: ElementTest = elementTest(node.body, { variables: inside, general, loopOf, usage });
  const isRead = usage.isGeneral;
  let body: Evaluate<boolean> | undefined;
  return (list, event, scope) => {
    if (typeof list !== "object" || list === null) return false;
    if (isSealedList(list)) {
      // Elements are paid for together: what is spent only grows, so the budget ends at the same elements.
      const affordable = min(list.length, scope.steps);
      for (let i = 0; i < affordable; i++) {
        const element = existing(list[i]);
        if (isRead) scope.variables[slot] = element;
        if (test(element, scope, event) === stop) {
          spend(scope, i + 1);
          return stop;
        }
      }
      spend(scope, list.length);
      return !stop;
    }
    if (!isList(list)) return false;
    body ??= general.truth(node.body, inside);
    for (let i = 0; i < list.length; i++) {
      spend(scope, 1);
      scope.variables[slot] = lookup(list, i);
      if (body(event, scope) === stop) return stop;
    }
    return !stop;
  };
}

function inner(variables: LoopVariables, name: string): LoopVariables {
  const all = newList<string>();
  for (let i = 0; i < variables.length; i++) all[i] = existing(variables[i]);
  all[all.length] = name;
  return all;
}
