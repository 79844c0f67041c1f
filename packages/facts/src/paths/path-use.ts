import type { FactPlace, FactSpan, PathOperation } from "../facts.js";

/** What is done to the path. */
export interface PathUse {
  readonly tree?: boolean;
  readonly op?: PathOperation;
  readonly list?: boolean;
  readonly append?: boolean;
  /** A link is deleted or moved itself, and not what it points to. */
  readonly keepsLink?: boolean;
  readonly place: FactPlace;
  readonly maybe: boolean;
  readonly by: string;
  readonly span: FactSpan;
}
