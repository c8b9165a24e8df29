/** Page that starts an import of a town's list, with the former ones. */
const listsPath = "/moderation/lists";

/** Page that sets the position of a row to look at. */
export function rowPositionPath(id: number): string {
  return `${listsPath}/rows/${id}/position`;
}
