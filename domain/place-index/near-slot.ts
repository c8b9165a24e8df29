/** A slot and how far its place is from an origin, over the ground. */
export interface NearSlot {
  slot: number;
  distanceMeters: number;
}
