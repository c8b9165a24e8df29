/** Sheet to hang at the door of a place. */
export function signPath(placeId: number): string {
  return `/places/${placeId}/sign`;
}

/** Page of all towns. */
export const townsPath = "/towns";

/** Page of a town, by the name that it has there. */
export function townPath(name: string): string {
  return `${townsPath}/${encodeURIComponent(name)}`;
}
