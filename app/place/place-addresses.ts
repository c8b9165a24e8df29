/** The page where a place is reviewed: what the dialog is without script, and where its form goes. */
export function reviewAddress(placeId: number): string {
  return `/places/${placeId}/review`;
}

/** The page where a place is reported: what the dialog is without script, and where forms go. */
export function reportAddress(placeId: number): string {
  return `/places/${placeId}/report`;
}
