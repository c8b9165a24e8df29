import type { ColumnType, Generated, Insertable } from "kysely";
import type { PendingMail } from "#domain/account/mail-preferences.ts";
import type { EditField, PlaceChange } from "#domain/edits/place-change.ts";
import type { EditSource } from "#domain/edits/place-history.ts";
import type { ProposalOutcome } from "#domain/edits/proposal.ts";
import type { ClosureReason, ClosureSource } from "#domain/feedback/closed-for-now.ts";
import type { StoredReportReason } from "#domain/feedback/report.ts";
import type { ReviewReportReason } from "#domain/feedback/review-report.ts";
import type { Outcome } from "#domain/moderation/decision.ts";
import type { DayKind, LikelyRun } from "#domain/opening/likely-open.ts";
import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import type { AskedFact, VisitorFacts } from "#domain/place/asked-facts.ts";
import type { PlaceFacts, PlainFacts } from "#domain/place/place-facts.ts";
import type { ColumnMapping } from "#domain/source-list/column-mapping.ts";
import type { EntryKind, ImportState } from "#domain/source-list/import-view.ts";
import type { ListFault } from "#domain/source-list/list-fault.ts";
import type { RowDoubt, RowRefusal, SourceRow } from "#domain/source-list/source-list.ts";
import type { Language } from "#domain/text/language.ts";

/** Tables, as `schema.sql` creates them. */
export interface Schema {
  /** Distinct opening hours, so that 'open now' is computed once for each. */
  schedule: {
    id: Generated<number>;
    time_zone: string;
    /** Seven entries, Monday first: `HH:MM-HH:MM`, `-` for unknown, or `closed`. */
    opening_times: ColumnType<string[], OpeningTimes, never>;
    /**
     * Text of opening hours, which takes precedence where it can be parsed
     * (docs/product#hours-as-text); empty without one.
     */
    hours_text: ColumnType<string, string | undefined, never>;
    /** Country of the text's public holidays, ISO 3166-1 alpha-2; empty without a text. */
    hours_country: ColumnType<string, string | undefined, never>;
    /** Position for a text that names the sun, as `HoursText` has it; else empty. */
    hours_position: ColumnType<string, string | undefined, never>;
  };
  /** Distinct sets of facts, texts apart, that places share (docs/decisions/027). */
  fact_set: {
    id: Generated<number>;
    facts: ColumnType<PlaceFacts, string, never>;
  };
  place: PlaceTable;
  /** Edits of places: every change of their data (docs/product#history). */
  place_edit: {
    id: Generated<number>;
    place_id: number;
    /** Of the place, after the edit. */
    version: number;
    at: Generated<Date>;
    source: EditSource;
    /** Null for an import, and after the account was deleted. */
    account_id: string | null;
    changes: ColumnType<PlaceChange, string, never>;
    /** Proposal that was accepted. */
    proposal_id: number | null;
    /** Edit that was reverted. */
    takes_back: number | null;
    /** Name of the source list whose import made it; null for any other edit. */
    list: string | null;
  };
  /** Proposed changes of places (docs/product#proposal). */
  place_proposal: {
    id: Generated<number>;
    place_id: number;
    /** Null after the account was deleted. */
    account_id: string | null;
    /** Of the place, before the change. */
    version: number;
    changes: ColumnType<PlaceChange, string, never>;
    note: Generated<string>;
    at: Generated<Date>;
    /** Null while pending, like the outcome. */
    decided_at: Date | null;
    decided_by: string | null;
    outcome: ProposalOutcome | null;
    accepted_fields: Generated<EditField[]>;
    reason: Generated<string>;
  };
  review: {
    id: Generated<number>;
    place_id: number;
    user_id: string;
    /** 1 to 5. */
    rating: number;
    text: Generated<string>;
    added: Generated<Date>;
    /** Whether its text is pending until staff decide (docs/product#contact-details-in-reviews). */
    held: Generated<boolean>;
  };
  /** Reports of reviews; pending until staff decide on the review (docs/product#reported-reviews). */
  review_report: {
    id: Generated<number>;
    /** Null once the review is deleted. */
    review_id: number | null;
    place_id: number;
    /** Null after the account was deleted, and for a visitor without one. */
    account_id: string | null;
    by_visitor: Generated<boolean>;
    /** Whether a rule of ours reported it (docs/product#contact-details-in-reviews). */
    by_rule: Generated<boolean>;
    reason: ReviewReportReason;
    /** Text of the review at that time; null once the report is settled or the review deleted, and for older ones. */
    said: ColumnType<ReviewSnapshot | null, string | null | undefined, string | null>;
    text: Generated<string>;
    at: Generated<Date>;
    resolved_at: Date | null;
    resolved_by: string | null;
    outcome: "kept" | "removed" | null;
    /** Whether staff have kept the text that it said names a person (docs/product#texts-that-name-a-person). */
    refuted: Generated<boolean>;
    /** Message of staff about it; empty without. */
    answer: Generated<string>;
  };
  /** Record of a review that staff removed, with the message to its author. */
  removed_review: {
    id: Generated<number>;
    place_id: number;
    /** Author; null after the account was deleted. */
    account_id: string | null;
    reason: string;
    at: Generated<Date>;
    removed_by: string | null;
  };
  /** What decisions of staff have removed, as long as they can be undone (docs/decisions/062). */
  undo_copy: {
    /** Such as `review 12`. */
    decision: string;
    /** Account whose contributions these are; null for an author without one. */
    account_id: string | null;
    decided_by: string;
    at: Date;
    content: ColumnType<unknown, string, string>;
  };
  /**
   * Audit trail: who accepted, deleted or restored which place, and other acts of moderation
   * (docs/product#audit-trail).
   */
  audit: {
    id: Generated<number>;
    at: Generated<Date>;
    /** Account that acted; null where the server acted. */
    actor: string | null;
    action: string;
    place_id: number | null;
    /** Account affected by the action. */
    user_id: string | null;
    detail: ColumnType<unknown, string | null, never>;
  };
  /**
   * Confirmations that a place is still as described: one for each account, place and day of the
   * place's own clock (docs/product#confirmation).
   */
  confirmation: {
    place_id: number;
    account_id: string;
    /** ISO 8601 date. */
    on_day: ColumnType<string, string, never>;
    at: Generated<Date>;
  };
  /** Answers at the door: one of a person, place, day and question (docs/product#observation). */
  observation: {
    id: Generated<number>;
    place_id: number;
    asked: "open" | AskedFact;
    answer: boolean;
    /** Day by the place's clock, an ISO 8601 date, its kind, and the hour. */
    on_day: ColumnType<string, string, never>;
    day_kind: DayKind;
    hour: number;
    /** Whether it is of staff, or of an account whose word proved true. */
    trusted: boolean;
    /** Null after the account was deleted, and for a visitor without one. */
    account_id: string | null;
    /** Digest of a visitor without an account; null from the next day (UTC) on. */
    mark: Buffer | null;
  };
  /** Reports of errors in a place's data; pending until the administrator resolves them (docs/product#report). */
  report: {
    id: Generated<number>;
    place_id: number;
    /** Null after the account was deleted, and for a visitor without one. */
    account_id: string | null;
    /** Whether a visitor without an account sent it. */
    by_visitor: Generated<boolean>;
    /** Whether an import sent it: the place is gone in OpenStreetMap. */
    by_import: Generated<boolean>;
    /**
     * Source that it counts as where it closes its place for now, or raises doubt of it; null where
     * it does not, or no more.
     */
    counted_as: ClosureSource | null;
    /** Whether it takes effect only once staff agree, since reports have changed too many of the places around. */
    held: Generated<boolean>;
    reason: StoredReportReason;
    /** Day of reopening; an ISO 8601 date. */
    opens_on: ColumnType<string | null, string | null | undefined, never>;
    text: Generated<string>;
    /** ISO 8601 date by the place's own clock. */
    on_day: ColumnType<string, string, never>;
    at: Generated<Date>;
    resolved_at: Date | null;
    resolved_by: string | null;
    /** Null before it was settled, and where it was settled without an outcome. */
    outcome: Outcome | null;
    /** Message of staff about it; empty without. */
    answer: Generated<string>;
    /** Whether staff have settled it by opening its place, which does not say whether it was true. */
    opened: Generated<boolean>;
  };
  /** One row at most. */
  auth_secret_mark: {
    only_one: Generated<boolean>;
    /** Digest that identifies the secret of the server that started last. */
    digest: string;
  };
  /** Key of the day for digests of visitors without an account; at most one row (docs/decisions/030). */
  visitor_key: {
    /** ISO 8601 date, UTC. */
    day: ColumnType<string, string, string>;
    key: Buffer;
  };
  /** Digests of the contributions of visitors without an account today, by that key. */
  visitor_mark: {
    mark: Buffer;
    times: Generated<number>;
  };
  /** Corrections of an address (docs/product#correction). */
  correction: {
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
    /** Null before it was settled, and where it was settled without an outcome. */
    outcome: Outcome | null;
    /** Message of staff about it; empty without. */
    answer: Generated<string>;
  };
  /** Accounts that can sign in. */
  account: {
    id: string;
    /** Lower case. */
    email: string;
    email_verified: Generated<boolean>;
    /** Empty for an account that never signed in with a provider. */
    name: Generated<string>;
    photo_url: string | null;
    /** Whether the administrator has disabled it: no session, no reset (docs/product#disabled-account). */
    disabled: Generated<boolean>;
    /** Time at which the administrator made it a moderator (docs/product#moderators); null for others. */
    moderator_since: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  session: {
    id: string;
    account_id: string;
    token: string;
    expires_at: Date;
    /** Browser and system as text (`deviceOf`), never the header itself; null where they are unknown. */
    user_agent: string | null;
    created_at: Generated<Date>;
    /** Time of a use that is at most `sessionRenewalMs` older than the last one. */
    updated_at: Generated<Date>;
  };
  /** Ways to sign in to an account: a password, a Google account, or one of the operator's provider. */
  sign_in_method: {
    id: string;
    account_id: string;
    provider: "credential" | "google" | "oidc";
    provider_account_id: string;
    /** Salted scrypt hash, ours or that of another installation; null for a provider. */
    password: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** Second factors of accounts, at most one each; also unconfirmed ones (docs/decisions/039). */
  second_factor: {
    account_id: string;
    /** Sealed; see `server/accounts/second-factor.ts`. */
    secret: string;
    set_up_at: Generated<Date>;
    /** Null until the first right code. */
    since: Date | null;
    /** Latest time step of an accepted code. */
    used_step: number | null;
    /** Digests of the unused recovery codes. */
    recovery_codes: Generated<string[]>;
    /** Wrong ones at the sign-in since the last right one. */
    wrong_codes: Generated<number>;
  };
  /** Versions of the terms for contributors that accounts have accepted (docs/decisions/043). */
  accepted_terms: {
    account_id: string;
    version: string;
    accepted_at: Generated<Date>;
  };
  /** Codes of the sign-in library, short-lived, by their digests. */
  verification: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** Attempts that count towards a rate limit (docs/product#rate-limits). */
  rate_limit: {
    key: string;
    attempts: Date[];
    allowed: boolean;
    expires_at: Date;
  };
  /** Queued mails (docs/product#mail-queue). */
  mail: {
    id: Generated<number>;
    kind: string;
    /** Bare e-mail address; empty in a decoy. */
    receiver: string;
    subject: string;
    text: string;
    html: string;
    /** May be secret, such as a link that sets a password. */
    link: string | null;
    /** Time after which it is useless. */
    not_after: Date;
    attempts: Generated<number>;
    /** While a process sends it: time at which another one may take it. */
    next_attempt_at: Generated<Date>;
    created_at: Generated<Date>;
    /** Decision that it tells of and that can be undone, such as `report 12`; null for others. */
    decision: string | null;
  };
  /** Mail preferences of accounts. */
  mail_wish: {
    account_id: string;
    /** Null without a preference. */
    language: Language | null;
    outcomes: Generated<boolean>;
    /** Null without a choice. */
    waiting: PendingMail | null;
    /** Arrival time up to which the account was notified of pending items. */
    told_until: Generated<Date>;
    mailed_at: Date | null;
    /** Day of the last check for a daily mail; an ISO 8601 date. */
    told_on: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** Elements of OpenStreetMap whose places were deleted here for good; written by a trigger on `place`. */
  left_out_element: {
    osm_id: string;
    at: Generated<Date>;
  };
  /**
   * Extracts: imported files with settlements, streets, landmarks and addresses. The rows of one are replaced
   * together.
   */
  extract: {
    id: Generated<number>;
    /** `hungary` for `hungary-latest.osm.pbf`. */
    name: string;
    /** SHA-256 of the file and version of the importer. */
    digest: string;
    /** Time of the data's export from OpenStreetMap. */
    data_at: Date | null;
    imported_at: Generated<Date>;
    /** A `box`, as text. */
    bounds: string;
  };
  settlement: SettlementTable;
  street: StreetTable;
  /** House numbers of streets. */
  address: {
    id: Generated<number>;
    extract_id: number;
    osm_id: string;
    street_id: number;
    housenumber: string;
    /** Folded, without spaces; of a house that is somewhere between two others `~` and its number. */
    housenumber_key: string;
    postcode: string;
    city: string;
    longitude: number;
    latitude: number;
  };
  /** Removals of the sample places, one line each. */
  sample_removal: {
    at: Generated<Date>;
  };
  /** Usage of the product on a day (UTC), without persons. */
  usage_day: {
    /** ISO 8601 date. */
    day: string;
    kind: string;
    count: number;
  };
  /** Numbers of places of which something is known, by week (docs/product#what-is-known). */
  completeness_week: {
    /** Its Monday, an ISO 8601 date. */
    week: ColumnType<string, string, never>;
    places: number;
    hours: number;
    price: number;
    access: number;
  };
  /** Numbers of views of places, by week. */
  place_view: {
    week: ColumnType<string, string, never>;
    place_id: number;
    views: number;
  };
  /** Position in the changes of places at a time (docs/decisions/041). */
  change_mark: {
    at: Generated<Date>;
    /** Number of a transaction, as text. */
    settled: Generated<string>;
    epoch: string;
  };
  /** Towns' lists of toilets (docs/product#source-lists). */
  source_list: {
    /** Short name, as in ids: `vienna-toilets`. */
    name: string;
    title: string;
    licence: string;
    attribution: string;
    /** Page of the list; empty without one. */
    link: Generated<string>;
    /** Whether the licence allows passing the places on. */
    allows_passing_on: Generated<boolean>;
    mapping: ColumnType<ColumnMapping, string, string>;
    /** Name of its last file, by which the next one is known; empty where it was read from an address. */
    file_name: Generated<string>;
    /** URL that is read each night; null without one. */
    address: string | null;
    /** Headers of its last response. */
    etag: string | null;
    last_modified: string | null;
    /** Time of the last read of the address. */
    checked_at: Date | null;
    /** Why that failed; null where it did not. */
    failure: Json<ListFault>;
    added: Generated<Date>;
  };
  /** Imports of source lists; removed `importUndoDays` after their end. */
  list_import: {
    id: Generated<number>;
    /** Null while the administrator has not named the list. */
    list: string | null;
    file_name: string;
    /** Null once it is taken over. */
    file: Buffer | null;
    /** What the page shows of the file; null before it is read. */
    read: Json<Record<string, unknown>>;
    mapping: Json<ColumnMapping>;
    state: Generated<ImportState>;
    /** Whether it is taken over without a confirmation, as nightly reads are. */
    by_itself: Generated<boolean>;
    /** Why it failed; null where it did not. */
    failure: Json<ListFault>;
    /** Account; null for the command, the nightly read, and after the account was deleted. */
    started_by: string | null;
    at: Generated<Date>;
    ended_at: Date | null;
  };
  /** Rows of these imports. */
  list_row: {
    id: Generated<number>;
    import_id: number;
    line: number;
    key: string;
    kind: EntryKind;
    /** Why it is left out, or to look at; null for other kinds. */
    reason: RowRefusal | RowDoubt | null;
    /** Place that it is, or has become. */
    place_id: number | null;
    /** Places that it may be, the nearest first. */
    near: Generated<number[]>;
    row: ColumnType<SourceRow, string, string>;
    /** Fields of its place as it brings them; null where it is left out. */
    fields: Json<Record<string, unknown>>;
    /** Whether it changes what people see of the place that it is. */
    is_changing: Generated<boolean>;
    /** What has become of it; null while it waits. */
    outcome: "added" | "changed" | "same" | "left-out" | "undone" | null;
    /** Staff who decided on a row to look at. */
    decided_by: string | null;
    decided_at: Date | null;
    /** What an undo writes back; null where nothing was changed. */
    undo: Json<Record<string, unknown>>;
  };
  /** What a list said last of each of its places. */
  listed_place: {
    list: string;
    key: string;
    /** Null where the place was deleted or left out here. */
    place_id: number | null;
    /** Groups of fields that it stated. */
    fields: ColumnType<Record<string, unknown>, string, string>;
    /** Last import that had it. */
    last_import: number;
  };
  /** Records of the Firebase migration (docs/product#firebase-migration). */
  moved_in: {
    source: string;
    kind: "account" | "place" | "review";
    /** Id of a place at the source; of an account and a review a digest. */
    key: string;
    /** Account, or author of a review; null without one, and once it was deleted here. */
    account_id: string | null;
    /** Null once the place was removed here for good. */
    place_id: number | null;
    /** Digest of the content that was last migrated. */
    digest: string;
    /** Version of the place after that; null for others. */
    version: number | null;
    at: Generated<Date>;
  };
  /** Parameters of another installation's password hashes (docs/product#old-passwords). */
  moved_password_key: {
    id: Generated<number>;
    digest: string;
    /** Sealed; see `server/accounts/sealed-secret.ts`. */
    sealed: string;
  };
}

/** Column `numeric(12, 2)`, read as text. */
type Price = ColumnType<string | null, number | null, number | null>;

/** Column `jsonb` that may be null; written as JSON text. */
type Json<Value> = ColumnType<Value | null, string | null | undefined, string | null>;

interface PlaceTable extends PlainFacts {
  id: Generated<number>;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  city: string;
  address: string;
  /** County and postcode; both empty where unknown. */
  county: Generated<string>;
  postcode: Generated<string>;
  /** In the currency of the country; 0 and null both mean free (docs/product#prices). */
  price: Price;
  comments: Generated<string>;
  accepted: Generated<boolean>;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  /** Whether the point is that of a street or a settlement, not of the door (docs/product#approximate-position). */
  position_approximate: Generated<boolean>;
  schedule_id: number;
  fact_set_id: Generated<number>;
  fact_texts: Json<PlaceFacts>;
  /** Opening hours in the import's text (docs/product#original-opening-hours). */
  opening_hours: string | null;
  /** Whether the seven opening times are equivalent to `opening_hours`; null where not yet compared. */
  opening_hours_complete: boolean | null;
  /** False where it is unknown whether the place costs something, or how much; `price` is then null. */
  price_known: Generated<boolean>;
  /** True where the place costs an unknown amount; `price_known` is then false. */
  costs: Generated<boolean>;
  /** Values without a column of their own, by OpenStreetMap's keys; imports only (docs/product#place-details). */
  attributes: Json<Record<string, string>>;
  /** Columns as the last import wrote them, for comparison by the next one (server/import/toilets/import-places.ts). */
  imported: Json<Record<string, unknown>>;
  /** Source lists that have it, by name; `hours` are a list's own words where they could not be read. */
  listed: Json<Record<string, { readonly hours?: string }>>;
  /**
   * Source element in OpenStreetMap, such as `node/123`; `feature/…` for an import from elsewhere.
   * The next import finds the place by it.
   */
  osm_id: string | null;
  /** Key that is equal for duplicates (docs/product#duplicate-place). */
  dup_key: string;
  /** City, address and comment folded for search; in a further line by Latin letters, where they are in another script. */
  search_key: string;
  added: Generated<Date>;
  /** Account that added it; null for an import and after the account was deleted. */
  added_by: string | null;
  /** Time of the last confirmation (docs/product#confirmation). */
  last_confirmed: Date | null;
  /** Time of the last confirmation by a visitor without an account, and their number. */
  visitor_confirmed: Date | null;
  visitor_confirmations: Generated<number>;
  /** Cause of the closure for now, present or past (docs/product#closed-for-now); all null without. */
  closed_reason: ClosureReason | null;
  closed_since: Date | null;
  closed_until: Date | null;
  closed_by: ClosureSource | null;
  /** Reported day of reopening; an ISO 8601 date. */
  closed_opens_on: ColumnType<string | null, string | null | undefined, string | null>;
  /** Number of confirmations by weaker sources since it was last reported closed for now. */
  closed_contradictions: Generated<number>;
  /** Time at which staff last opened it against reports; null where they never did. */
  opened_by_staff: Date | null;
  /**
   * Time of the last pending report that it is closed for good; null without, and once the place
   * was confirmed (docs/product#fresh-places-first).
   */
  closed_reported: Date | null;
  /** Time of the first import by which the place is private, where contributions contradict; null without. */
  private_reported: Date | null;
  /** Mean rating; written by the trigger `review_ratings` (docs/product#rating). */
  rating_sum: ColumnType<number, never, never>;
  rating_count: ColumnType<number, never, never>;
  /** Incremented by the trigger `place_version` whenever the place's data change (docs/product#version-of-a-place). */
  version: ColumnType<number, never, never>;
  /** Time of the last change; written by the trigger `place_updated`. */
  updated_at: ColumnType<Date, never, never>;
  /**
   * Transaction that last changed the row, written by that trigger too; the change feed reads by it
   * (docs/decisions/015).
   */
  changed_in: ColumnType<string, never, never>;
  /** Time of the deletion; the row stays for 30 days (docs/product#deletion). */
  deleted_at: Date | null;
  deleted_by: string | null;
  /** Whether an import deleted it (docs/product#removal-in-openstreetmap); false while it is not deleted. */
  deleted_by_import: Generated<boolean>;
  /** Time of the first import in which the place was gone in OpenStreetMap; null where it is not. */
  gone_since: Date | null;
  /** What visitors found by kind of day and time (docs/product#likely-open); null without. */
  likely: Json<readonly LikelyRun[]>;
  /** Numbers of observations that count. */
  observed_open: Generated<number>;
  observed_closed: Generated<number>;
  /** First day on which they have to be counted again, an ISO 8601 date; null for never. */
  observed_until: ColumnType<string | null, string | null | undefined, string | null>;
  /** Day up to which those of untrusted witnesses do not count, since staff declined them; null without. */
  observed_since: ColumnType<string | null, string | null | undefined, string | null>;
  /** Facts that visitors agree on (docs/product#facts-by-visitors); null without. */
  visitor_facts: Json<VisitorFacts>;
  /** Reason given to the account that added it, where it was deleted while pending; null otherwise. */
  declined_reason: string | null;
  /**
   * Whether the place is seed data for a first impression of the product (server/import/sample-places.ts,
   * docs/product#sample-places).
   */
  sample: Generated<boolean>;
}

interface ReviewSnapshot {
  readonly rating: number;
  readonly text: string;
}

/** Names by language, those that are known. */
export type LanguageNames = Readonly<Record<Language, string>>;

/** Settlements and their parts; ids change with each import of their extract. */
interface SettlementTable {
  id: Generated<number>;
  extract_id: number;
  osm_id: string;
  /** Value of OpenStreetMap's `place`: `city`, `town`, `village`, …; of parts `borough`, `suburb`, … */
  kind: string;
  name: string;
  names: Json<LanguageNames>;
  /** Settlement that a part belongs to. */
  part_of: number | null;
  county: string;
  country: string;
  postcode: string;
  population: number | null;
  longitude: number;
  latitude: number;
  /** Rings, each [lng, lat, lng, lat, …]; a point is inside where an odd number of them contains it. */
  boundary: ColumnType<number[][] | null, string | null, string | null>;
  /** A `box`, as text. */
  bounds: string | null;
  /** All names of the settlement, folded. */
  search_key: string;
}

/** Streets: one row for each name and settlement. */
interface StreetTable {
  id: Generated<number>;
  extract_id: number;
  settlement_id: number | null;
  /** Value of a landmark's OpenStreetMap tag, such as `station`; null for a street. */
  kind: string | null;
  name: string;
  /** Of a landmark; null for a street. */
  names: Json<LanguageNames>;
  /** Street and house number of a landmark. */
  address: string | null;
  postcode: string;
  longitude: number;
  latitude: number;
  /** Lines, each [lng, lat, lng, lat, …]; empty where only addresses name the street. */
  lines: ColumnType<number[][], string, string>;
  /** A `box`, as text. */
  bounds: string;
  /** Name and settlement, folded, for each of its names. */
  search_key: string;
  /** Its names alone, folded; the first one is `name`. */
  name_key: string;
}

export type NewPlaceRow = Insertable<PlaceTable>;
