/** What a server says of itself (Authorization API 1.0, section 9): search is not offered, so it is not named. */
export interface PdpMetadata {
  readonly policy_decision_point: string;
  readonly access_evaluation_endpoint: string;
  readonly access_evaluations_endpoint: string;
}

/** @param origin where the server is reached, without a path */
export function pdpMetadata(origin: string): PdpMetadata {
  return {
    policy_decision_point: origin,
    access_evaluation_endpoint: `${origin}/access/v1/evaluation`,
    access_evaluations_endpoint: `${origin}/access/v1/evaluations`,
  };
}
