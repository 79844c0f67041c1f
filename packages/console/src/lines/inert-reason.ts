/** Why a policy does nothing. */
export type InertReason =
  | { readonly kind: "disabled"; readonly message: string }
  | { readonly kind: "untrusted"; readonly message: string; readonly cure: string }
  /** One agent never asks for it; others may. */
  | { readonly kind: "never-asked"; readonly host: string; readonly message: string };
