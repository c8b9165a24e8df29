import type { PublishedTimes } from "#domain/opening-times.ts";
import type { PlaceFee } from "#domain/place-fee.ts";

/** A place as it leaves the product: what everyone may see of it, and whose word it is. */
export interface ExportedPlace {
  readonly id: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly city: string;
  readonly address: string;
  /** Both empty where nobody has said. */
  readonly county: string;
  readonly postcode: string;
  readonly longitude: number;
  readonly latitude: number;
  /** The point stands for a street or a settlement, not for the door. */
  readonly position_approximate: boolean;
  /** In `currency`; 0 is free, and so is null where `price_known`. */
  readonly price: number | null;
  readonly price_known: boolean;
  /** Whether it costs something, also where the amount is not known. */
  readonly fee: PlaceFee;
  /** ISO 4217; null where the product knows none of the country. */
  readonly currency: string | null;
  readonly comments: string;
  readonly accessible: boolean;
  readonly public: boolean;
  readonly opening_times: PublishedTimes["opening_times"];
  /** The days that are known to be closed, 0 is Monday; often none. */
  readonly closed_days: readonly number[];
  readonly time_zone: string;
  /** As OpenStreetMap writes it. */
  readonly opening_hours: string | null;
  /** More of OpenStreetMap's tags. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Mean of the ratings, 1…5; null where there is none. */
  readonly rating: number | null;
  readonly rating_count: number;
  /** Instants, ISO 8601. */
  readonly added: string;
  readonly last_confirmed: string | null;
  /** `node/123` in OpenStreetMap, where it came from there. */
  readonly osm_id: string | null;
  readonly licence: string;
}
