import { isList, own } from "@gatehouse-hooks/json";
import { isRecord } from "@gatehouse-hooks/json";
import type { PlaceOf } from "../host-files.js";
import { visibleName } from "../text/characters.js";
import { reportOn } from "../text/report.js";
import { positionOf } from "../text/source.js";
import { readYamlOrJson } from "../yaml/document.js";

/** Where a policy of a native file is, or a part of it. */
export const placeInGatehouse: PlaceOf = (source, { id, line }, part) => {
  const document = readYamlOrJson(source, reportOn(source, "project"));
  if (document === null || !isRecord(document.value)) return undefined;
  const { policies } = document.value;
  if (!isList(policies)) return undefined;
  const index = policies.findIndex(
    (policy, at) =>
      isRecord(policy) &&
      typeof policy["id"] === "string" &&
      visibleName(policy["id"]) === id &&
      positionOf(source, document.keyAt(["policies", at, "id"])).line === line,
  );
  if (index < 0) return undefined;
  const path = ["policies", index];
  const has = (key: string): boolean => own(policies[index], key) !== undefined;
  switch (part.in) {
    case "name":
      return document.valueAt([...path, "id"]);
    case "matcher":
      return has("tools") ? document.valueAt([...path, "tools"]) : undefined;
    case "condition":
      return has("when") ? document.within([...path, "when"], part.offset) : undefined;
  }
};
