/** Map page with the place chosen. */
export function placeAddress(placeId: number): string {
  return `/?place=${placeId}`;
}

/** Page that reviews a place: the dialog without script, and the address of its form. */
export function reviewAddress(placeId: number): string {
  return `/places/${placeId}/review`;
}

/** Page that reports a place: the dialog without script, and the address of its forms. */
export function reportAddress(placeId: number): string {
  return `/places/${placeId}/report`;
}
