/**
 * Whether a path is a folder, or is below it.
 *
 * @param path absolute or relative, as the folder is, and without `.` and `..`
 */
export function isInFolder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
