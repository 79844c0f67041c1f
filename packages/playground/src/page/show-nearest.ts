import type { JsonObject } from "@gatehouse-hooks/json";
import type { ShownNearest } from "../model/nearest-trial.js";
import { button, element } from "./element.js";

/** The nearest change, and a way to try it. */
export function nearestText(
  nearest: ShownNearest | null,
  tryEvent: (event: JsonObject) => void,
): readonly Node[] {
  if (nearest === null)
    return [element("span", { class: "notes" }, "No small change was found that is answered otherwise.")];
  const { changes, effect, policy, asks, event } = nearest;
  const by = policy === null ? "" : ` by ${policy}`;
  const asked = asks.length === 0 ? "" : `, asking ${asks.join(", ")}`;
  return [
    element("span", {}, "With "),
    ...changes.flatMap(({ path, to }, at) => [
      ...(at === 0 ? [] : [element("span", {}, " and ")]),
      element("code", {}, to === undefined ? `no ${path}` : `${path} = ${to}`),
    ]),
    element("span", {}, " it would be "),
    element("strong", { class: effect }, effect),
    element("span", {}, `${by}${asked}. `),
    button("try this event", () => tryEvent(event), { "data-key": "try-nearest" }),
  ];
}
