import type { Bounds, Line } from "../geometry/line.ts";

/** A settlement, or a part of one, as an extract has it. */
export interface Settlement {
  readonly osmId: string;
  readonly kind: string;
  readonly name: string;
  readonly nameHu: string | null;
  readonly nameEn: string | null;
  readonly nameDe: string | null;
  /** Other names that people use: old, local, short and official ones. */
  readonly otherNames: readonly string[];
  readonly population: number | null;
  readonly postcode: string;
  readonly longitude: number;
  readonly latitude: number;
  /** Its outline, simplified; null where the extract holds none, or only a part. */
  area: Area | null;
  /** Whether it is a part of a settlement: a district, a quarter. */
  readonly isPart: boolean;
}

export interface Area {
  readonly rings: readonly Line[];
  readonly bounds: Bounds;
}
