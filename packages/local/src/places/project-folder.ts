import { stat } from "node:fs/promises";
import { join } from "node:path";

/** The folders of a project that hold policies. */
export const POLICY_FOLDERS: readonly string[] = [".gatehouse", ".mayros", ".mimir"];

/** Whether a folder is a project: it holds one of the folders of policies. */
export async function isProjectFolder(path: string): Promise<boolean> {
  return (await Promise.all(POLICY_FOLDERS.map((name) => exists(join(path, name))))).includes(true);
}

/** Whether there is something at a path. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path, { bigint: true });
    return true;
  } catch {
    return false;
  }
}
