/**
 * What a place goes by in a title or a link: its city and address, as far as they are known (imports
 * may lack either), else its comment.
 */
export function placeName(place: { city: string; address: string; comments: string }): string {
  const parts = [place.city, place.address].filter((part) => part !== "");
  return parts.join(", ") || place.comments;
}
