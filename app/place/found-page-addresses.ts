/** Sheet to hang at the door of a place. */
export function signAddress(placeId: number): string {
  return `/places/${placeId}/sign`;
}

/** Page of all towns. */
export const townsAddress = "/towns";

/** Page of a town, by the name that it has there. */
export function townAddress(name: string): string {
  return `${townsAddress}/${encodeURIComponent(name)}`;
}
