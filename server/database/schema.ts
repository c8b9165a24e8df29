import type { ColumnType, Generated, Insertable } from "kysely";
import type { OpeningTimes } from "#domain/opening/opening-times.ts";

/** The tables, as the migrations in `migrations/` leave them. */
export interface Schema {
  schedule: ScheduleTable;
  place: PlaceTable;
  review: ReviewTable;
  audit: AuditTable;
  confirmation: ConfirmationTable;
  report: ReportTable;
  correction: CorrectionTable;
  account: AccountTable;
  session: SessionTable;
  sign_in_method: SignInMethodTable;
  verification: VerificationTable;
  rate_limit: RateLimitTable;
  left_out_element: LeftOutElementTable;
  extract: ExtractTable;
  settlement: SettlementTable;
  street: StreetTable;
  address: AddressTable;
  sample_removal: SampleRemovalTable;
}

/** Each distinct pair of opening times and time zone, so that "open now" is decided once a pair. */
interface ScheduleTable {
  id: Generated<number>;
  time_zone: string;
  /** Seven entries, Monday first: `HH:MM-HH:MM`, `-` for unknown, or `closed`. */
  opening_times: ColumnType<string[], OpeningTimes, never>;
}

/** A `numeric(12, 2)`: the driver hands it over as text. */
type Price = ColumnType<string | null, number | null, number | null>;

/** A `jsonb` that may be null; written as JSON text. */
type Json<Value> = ColumnType<Value | null, string | null | undefined, string | null>;

interface PlaceTable {
  id: Generated<number>;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  city: string;
  address: string;
  /** Both empty where nobody has said. */
  county: Generated<string>;
  postcode: Generated<string>;
  /** In the currency of the country; 0 and null both mean free (docs/product#prices). */
  price: Price;
  comments: Generated<string>;
  accessible: boolean;
  public: boolean;
  accepted: Generated<boolean>;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  /** The point stands for a street or a settlement, not for the door. */
  position_approximate: Generated<boolean>;
  schedule_id: number;
  /** Opening hours as an import found them. */
  opening_hours: string | null;
  /** Whether the seven opening times say all that `opening_hours` says; null where nobody has looked. */
  opening_hours_complete: boolean | null;
  /** False: nobody has said whether it costs something, or how much; `price` is then null. */
  price_known: Generated<boolean>;
  /** True: it costs something, and nobody has said how much; `price_known` is then false. */
  costs: Generated<boolean>;
  /** What has no column of its own, by OpenStreetMap's keys; imports only. */
  attributes: Json<Record<string, string>>;
  /** The columns as the last import wrote them; see server/import/toilets/write-place-batch.ts. */
  imported: Json<Record<string, unknown>>;
  /**
   * Element of OpenStreetMap it came from, such as `node/123`; of an import from elsewhere
   * `feature/…`, by which it is known the next time.
   */
  osm_id: string | null;
  /** What makes two places the same (docs/product#duplicate-place). */
  dup_key: string;
  /** City, address and comment folded for search. */
  search_key: string;
  added: Generated<Date>;
  /** Account that added it; null for an import and after the account was deleted. */
  added_by: string | null;
  /** When someone last said that it is still true. */
  last_confirmed: Date | null;
  /** Kept by a trigger on `review`. */
  rating_sum: ColumnType<number, never, never>;
  rating_count: ColumnType<number, never, never>;
  /** Kept by a trigger. */
  updated_at: ColumnType<Date, never, never>;
  /** The transaction that last changed the row, kept by a trigger: what the change feed reads by. */
  changed_in: ColumnType<string, never, never>;
  /** Soft deletion: the row stays for 30 days. */
  deleted_at: Date | null;
  deleted_by: string | null;
  /** Made up for a first look at the product (server/database/sample-places). */
  sample: Generated<boolean>;
}

/** A line for each time that the operator had the samples removed. */
interface SampleRemovalTable {
  at: Generated<Date>;
}

interface ReviewTable {
  place_id: number;
  user_id: string;
  /** 1 to 5. */
  rating: number;
  text: Generated<string>;
  added: Generated<Date>;
}

/** Who accepted, deleted or restored what. */
interface AuditTable {
  id: Generated<number>;
  at: Generated<Date>;
  /** Account that acted; null when the server did. */
  actor: string | null;
  action: string;
  place_id: number | null;
  /** Account that it was done to or about. */
  user_id: string | null;
  detail: ColumnType<unknown, string | null, never>;
}

/** Someone said that all is still true of a place: once a day of the place's own clock. */
interface ConfirmationTable {
  place_id: number;
  account_id: string;
  /** ISO 8601 date. */
  on_day: ColumnType<string, string, never>;
  at: Generated<Date>;
}

/** Someone said that something is wrong with a place; it waits until the administrator resolves it. */
interface ReportTable {
  id: Generated<number>;
  place_id: number;
  /** Null after the account was deleted. */
  account_id: string | null;
  reason: "closed" | "hours" | "position" | "other";
  text: Generated<string>;
  /** ISO 8601 date by the place's own clock. */
  on_day: ColumnType<string, string, never>;
  at: Generated<Date>;
  resolved_at: Date | null;
  resolved_by: string | null;
}

/** Someone's correction of an address. */
interface CorrectionTable {
  id: Generated<number>;
  /** Null after the account was deleted. */
  account_id: string | null;
  action: string;
  reason: string;
  longitude: number;
  latitude: number;
  /** JSON text when written. */
  changes: ColumnType<unknown, string, never>;
  place_name: string;
  at: Generated<Date>;
  resolved_at: Date | null;
  resolved_by: string | null;
}

/** Someone who can sign in. */
interface AccountTable {
  id: string;
  /** Lower case. */
  email: string;
  email_verified: Generated<boolean>;
  /** Empty for an account that never signed in with Google. */
  name: Generated<string>;
  photo_url: string | null;
  /** Set by the administrator: no session, no reset. */
  disabled: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface SessionTable {
  id: string;
  account_id: string;
  token: string;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** A password or a Google account that opens one of ours. */
interface SignInMethodTable {
  id: string;
  account_id: string;
  provider: "credential" | "google";
  provider_account_id: string;
  /** A salted scrypt hash; null for Google. */
  password: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Short-lived secrets of the sign-in library, by their digests. */
interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** The attempts that count towards a limit. */
interface RateLimitTable {
  key: string;
  attempts: Date[];
  allowed: boolean;
  expires_at: Date;
}

/** An element of OpenStreetMap whose place was deleted here for good; kept by a trigger on `place`. */
interface LeftOutElementTable {
  osm_id: string;
  at: Generated<Date>;
}

/** One imported file that held settlements, streets and addresses. Its rows are replaced together. */
interface ExtractTable {
  id: Generated<number>;
  /** `hungary` for `hungary-latest.osm.pbf`. */
  name: string;
  /** SHA-256 of the file and version of the importer. */
  digest: string;
  /** When its data left OpenStreetMap. */
  data_at: Date | null;
  imported_at: Generated<Date>;
  /** A `box`, as text. */
  bounds: string;
}

/** A settlement or a part of one; ids change with each import of its extract. */
interface SettlementTable {
  id: Generated<number>;
  extract_id: number;
  osm_id: string;
  /** OpenStreetMap's `place`: `city`, `town`, `village`, …; of parts `borough`, `suburb`, … */
  kind: string;
  name: string;
  name_hu: string | null;
  name_en: string | null;
  name_de: string | null;
  /** The settlement that a part belongs to. */
  part_of: number | null;
  county: string;
  country: string;
  postcode: string;
  population: number | null;
  longitude: number;
  latitude: number;
  /** Rings, each [lng, lat, lng, lat, …]: inside is what an odd number of them contains. */
  boundary: ColumnType<number[][] | null, string | null, string | null>;
  /** A `box`, as text. */
  bounds: string | null;
  /** All its names, folded. */
  search_key: string;
}

/** One row a name and settlement. */
interface StreetTable {
  id: Generated<number>;
  extract_id: number;
  settlement_id: number | null;
  name: string;
  postcode: string;
  longitude: number;
  latitude: number;
  /** Lines, each [lng, lat, lng, lat, …]; none where only addresses name the street. */
  lines: ColumnType<number[][], string, string>;
  /** A `box`, as text. */
  bounds: string;
  /** Name and settlement, folded. */
  search_key: string;
  /** The name alone, folded. */
  name_key: string;
}

/** A house number of a street. */
interface AddressTable {
  id: Generated<number>;
  extract_id: number;
  osm_id: string;
  street_id: number;
  housenumber: string;
  /** Folded, without spaces. */
  housenumber_key: string;
  postcode: string;
  city: string;
  longitude: number;
  latitude: number;
}

export type NewPlaceRow = Insertable<PlaceTable>;
