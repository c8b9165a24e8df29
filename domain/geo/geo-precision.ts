/**
 * What a found point stands for, from the closest to the vaguest: a house, the middle of a street, of a
 * part of a settlement, or of a whole settlement.
 */
export const geoPrecisions = ["address", "street", "district", "settlement"] as const;

export type GeoPrecision = (typeof geoPrecisions)[number];
