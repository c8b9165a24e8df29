/**
 * Bits of what is known of a place whatever the time; a loader packs rows with them. The bits between stand
 * for what time changes (`place-state.ts`).
 */
export const placeFlag = {
  accepted: 1,
  accessible: 2,
  free: 4,
  public: 8,
  forKeyHolders: 64,
} as const;

/** Packs the properties of a place into one byte. */
export function packPlaceFlags(place: {
  accepted: boolean;
  accessible: boolean;
  free: boolean;
  public: boolean;
  forKeyHolders: boolean;
}): number {
  return (
    (place.accepted ? placeFlag.accepted : 0) |
    (place.accessible ? placeFlag.accessible : 0) |
    (place.free ? placeFlag.free : 0) |
    (place.public ? placeFlag.public : 0) |
    (place.forKeyHolders ? placeFlag.forKeyHolders : 0)
  );
}
