/** The folders of a project that hold policies. */
export const POLICY_FOLDERS: readonly string[] = [".gatehouse", ".mayros", ".mimir"];
