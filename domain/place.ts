import type { Coordinates } from "./coordinates.ts";
import type { OpenStatus } from "./open-status.ts";
import type { PublishedTimes } from "./opening-times.ts";
import type { PlaceDetails } from "./place-details.ts";
import type { PlaceFee } from "./place-fee.ts";

/** A place as the API hands it out (docs/product#place). */
export interface Place {
  /** A positive integer, never used twice. */
  readonly id: number;
  /** ISO 3166-1 alpha-2, `HU` for instance. */
  readonly country: string;
  readonly city: string;
  /** Street line 1 and, after a space, line 2. */
  readonly address: string;
  /** Only where someone has said; no two places differ by these alone. */
  readonly county?: string;
  readonly postcode?: string;
  /** In the currency of `currencyOf`; 0 and null mean free (docs/product#prices). */
  readonly price: number | null;
  /** Where the amount is not known: null is then not free. */
  readonly price_known?: false;
  /** Whether it costs something, also where nobody knows how much. */
  readonly fee: PlaceFee;
  /** Empty when there is none. */
  readonly comments: string;
  readonly accessible: boolean;
  readonly public: boolean;
  readonly accepted: boolean;
  /** There for one that was made up for a first look at the product: no toilet to go to. */
  readonly sample?: true;
  /** WGS 84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** The same point once more, as [longitude, latitude]. */
  readonly coordinates: Coordinates;
  /** The point stands for a street or a settlement, not for the door; only where that is so. */
  readonly position_approximate?: true;
  /** Seven entries, Monday first, each `HH:MM-HH:MM` or `-`; `weekOf` joins them with the closed days. */
  readonly opening_times: PublishedTimes["opening_times"];
  /** The days that are known to be closed, ascending, 0 is Monday; only where there are any. */
  readonly closed_days?: PublishedTimes["closed_days"];
  /** Opening hours as OpenStreetMap writes them, where the seven entries leave something out. */
  readonly opening_hours?: string;
  /** What else is known of it; only where there is something, and where it is the one place asked for. */
  readonly details?: PlaceDetails;
  /** When it was added: an ISO 8601 instant in UTC with milliseconds. */
  readonly added: string;
  /** The exact mean of all ratings, 1…5; -1 when there are none. */
  readonly rating_calculated: number;
  readonly rating_count: number;
  /** At the moment of the answer, by the place's own clock. */
  readonly open_status: OpenStatus;
  /** The IANA zone of `opening_times`. */
  readonly time_zone: string;
  /** Metres from the point asked about; only when one was (`near`). */
  readonly distance?: number;
  /** When someone last said that all this is still true; an instant as `added`, or null. */
  readonly last_confirmed: string | null;
  /**
   * Whether the asker has said so today, by the place's own clock; only for who is signed in.
   */
  readonly confirmed_today?: boolean;
  /** Whether the asker has reviewed it; only for who is signed in. */
  readonly reviewed?: boolean;
  /** The user who added it, null when nobody did (imports); only for the administrator. */
  readonly added_by?: string | null;
}
