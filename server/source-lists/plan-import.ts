import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { degreesWithin, distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { PlaceFacts } from "#domain/place/place-facts.ts";
import type { EntryKind } from "#domain/source-list/import-view.ts";
import { type Match, type Matched, matchRows } from "#domain/source-list/match-rows.ts";
import {
  type RowDoubt,
  type RowRefusal,
  type SourceRow,
  sameWithinMeters,
} from "#domain/source-list/source-list.ts";
import type { Database } from "#server/database/connect.ts";
import {
  batchesOf,
  isChanging,
  mergeListed,
  openListedFields,
  readListedRows,
  toMatched,
} from "#server/import/toilets/import-toilets.ts";
import type { ImportedFields } from "#server/places/import-record.ts";
import { storedFactSet } from "#server/places/place-row.ts";
import { listedRowOf, tagsOf } from "./listed-row.ts";

export interface PlanDeps {
  readonly database: Database;
  readonly now: () => Date;
  /** Country of the installation, ISO 3166-1 alpha-2. */
  readonly homeCountry: string | null;
  /** Position of an address by our own search; null where it is not found. */
  readonly searchAddress: (address: string) => Promise<Coordinates | null>;
}

/** A row with its plan. */
interface PlannedRow {
  readonly row: SourceRow;
  readonly kind: EntryKind;
  readonly reason: RowRefusal | RowDoubt | null;
  readonly placeId: number | null;
  readonly near: readonly number[];
  readonly fields: ImportedFields | null;
  readonly isChanging: boolean;
}

/** Number of rows that are planned in one turn of the event loop. */
const rowsAtOnce = 50;

/**
 * Plans each row of an import (docs/product#source-lists), and stores the plan in place of an earlier one.
 *
 * @param list name of the list; null for a new one
 */
export async function planImport(
  deps: PlanDeps,
  { id, list }: { readonly id: number; readonly list: string | null },
  rows: readonly SourceRow[],
): Promise<void> {
  const { database } = deps;
  await database.deleteFrom("list_row").where("import_id", "=", id).execute();
  const known = await readListed(database, list);
  const planned = await planRows(deps, rows, { list, known });
  // The queue of tasks has them in the order of the list.
  const inOrder = planned.toSorted((one, other) => one.row.line - other.row.line);
  for (const batch of batchesOf(inOrder)) {
    const columns = batch.map(({ row, kind, reason, placeId, near, fields, isChanging }) => ({
      ...{ import_id: id, line: row.line, key: row.key, kind, reason, near: [...near] },
      ...{ place_id: placeId, row: JSON.stringify(row), is_changing: isChanging },
      fields: fields && JSON.stringify(fields),
    }));
    await database.insertInto("list_row").values(columns).execute();
    await nextTurn();
  }
}

/** What a list said last of a place. */
interface Listed {
  readonly place_id: number | null;
  readonly fields: Partial<ImportedFields>;
  /** Whether the place was deleted here. */
  readonly is_deleted: boolean;
  readonly longitude: number | null;
  readonly latitude: number | null;
}

async function readListed(database: Database, list: string | null): Promise<Map<string, Listed>> {
  const { rows } = await sql<Listed & { readonly key: string }>`
    select key, place_id, fields, longitude, latitude,
      place.id is null or (deleted_at is not null and not deleted_by_import) as is_deleted
    from listed_place left join place on place.id = place_id
    where list = ${list}`.execute(database);
  return new Map(rows.map((row) => [row.key, row]));
}

/** A row that waits for a look, as it was planned. */
interface Waiting {
  readonly row: SourceRow;
  readonly reason: RowDoubt;
  readonly near: readonly number[];
}

async function readWaiting(database: Database, list: string | null): Promise<Map<string, Waiting>> {
  const { rows } = await sql<Waiting & { readonly key: string }>`
    select key, row, reason, near from list_row join list_import on list_import.id = import_id
    where list = ${list} and state = 'done' and kind = 'look' and outcome is null
    order by list_row.id`.execute(database);
  return new Map(rows.map((row) => [row.key, row]));
}

async function planRows(
  deps: PlanDeps,
  rows: readonly SourceRow[],
  { list, known }: { list: string | null; known: ReadonlyMap<string, Listed> },
): Promise<PlannedRow[]> {
  const { database, homeCountry, now, searchAddress } = deps;
  const readFields = await openListedFields(database, { homeCountry, now: now() });
  const left = { kind: "left-out", placeId: null, near: [], fields: null } as const;
  const planned: PlannedRow[] = [];
  const leaveOut = (row: SourceRow, reason: RowRefusal) =>
    planned.push({ ...left, row, reason, isChanging: false });
  /** Rows that may be places. */
  const placed: { row: SourceRow; fields: ImportedFields }[] = [];
  for (const batch of batchesOf(rows, rowsAtOnce)) {
    const found: { row: SourceRow; position: Coordinates }[] = [];
    for (const row of batch) {
      const listed = known.get(row.key);
      if (row.refusal) leaveOut(row, row.refusal);
      else if (listed?.is_deleted) leaveOut(row, "deleted-here");
      else {
        const position = row.position ?? pointOf(listed) ?? (await findAddress(row, searchAddress));
        if (position) found.push({ row, position });
        else if (row.address === null) leaveOut(row, "no-position");
        else planned.push({ ...left, row, kind: "look", reason: "approximate", isChanging: false });
      }
    }
    const fieldsOf = await readFields(
      found.map(({ row, position: [longitude, latitude] }) => ({
        ...{ osmId: row.key, longitude, latitude, tags: tagsOf(row) },
      })),
    );
    for (const { row } of found) {
      const fields = fieldsOf.get(row.key);
      if (typeof fields === "object") placed.push({ row, fields });
      else leaveOut(row, fields ?? "no-country");
    }
    await nextTurn();
  }
  const others = await readPlaces(
    database,
    placed.map(({ fields }) => fields.location),
  );
  const indexOf = new Map(others.map(({ id }, index) => [id, index]));
  const waiting = await readWaiting(database, list);
  // A place whose key is no longer in the file is free.
  const exact = placed.filter(({ row }) => row.position !== null || known.has(row.key));
  const matches = await matchRows(
    exact.map(({ row, fields }) => {
      const place = indexOf.get(known.get(row.key)?.place_id ?? 0) ?? null;
      return { ...toMatched({ fields }), place };
    }),
    others,
    nextTurn,
  );
  const matchOf = new Map(exact.map(({ row }, index) => [row, matches[index]]));
  for (const { row, fields } of placed) {
    const plan = { row, fields, reason: null, placeId: null, near: [], isChanging: false };
    const placeId = known.get(row.key)?.place_id ?? null;
    const match = matchOf.get(row);
    const asked = waiting.get(row.key);
    const askedNear = asked?.near.filter((id) => indexOf.has(id)) ?? [];
    if (placeId !== null) planned.push({ ...plan, kind: "here", placeId });
    else if (!match) {
      await nextTurn();
      const near = await nearOf(fields, others);
      planned.push({ ...plan, kind: "look", reason: "approximate", near });
    } else if (asked && askedNear.length > 0 && isSameRow(asked.row, row)) {
      // The list itself may have moved the places around since: that is not an answer.
      planned.push({ ...plan, kind: "look", reason: asked.reason, near: askedNear });
    } else if (match.kind === "new") planned.push({ ...plan, kind: "new" });
    else if (match.kind === "here")
      planned.push({ ...plan, kind: "here", placeId: others[match.place].id });
    else {
      const near = match.near.map((index) => others[index].id);
      planned.push({ ...plan, kind: "look", reason: match.doubt, near });
    }
  }
  return withChanges(database, planned, { list, known });
}

/** Whether two rows say the same, in whatever line. */
function isSameRow(one: SourceRow, other: SourceRow): boolean {
  return isDeepStrictEqual({ ...one, line: other.line }, other);
}

function pointOf({ longitude = null, latitude = null }: Partial<Listed> = {}): Coordinates | null {
  return longitude === null || latitude === null ? null : [longitude, latitude];
}

async function findAddress(
  { address }: SourceRow,
  searchAddress: PlanDeps["searchAddress"],
): Promise<Coordinates | null> {
  return address === null ? null : searchAddress(address);
}

/** Ids of the places that a row by itself may be, the nearest first. */
async function nearOf(
  fields: ImportedFields,
  places: readonly (Matched & { readonly id: number })[],
): Promise<readonly number[]> {
  const row = { ...toMatched({ fields }), place: null };
  const around = places.filter(
    ({ position }) => distanceMeters(position, row.position) <= sameWithinMeters,
  );
  const [match] = await matchRows([row], around, nextTurn);
  return placesOf(match).map((index) => around[index].id);
}

/** The indexes of the places that a row may be. */
function placesOf(match: Match): readonly number[] {
  if (match.kind === "look") return match.near;
  return match.kind === "here" ? [match.place] : [];
}

/** Fields of the place of a row that has a position; null where it cannot be a place. */
export async function fieldsOfRow(
  database: Database,
  row: SourceRow,
  given: { readonly homeCountry: string | null; readonly now: Date },
): Promise<ImportedFields | null> {
  const [longitude, latitude] = row.position!;
  const readFields = await openListedFields(database, given);
  const tags = tagsOf(row);
  const fields = (await readFields([{ osmId: row.key, longitude, latitude, tags }])).get(row.key);
  return typeof fields === "object" ? fields : null;
}

/** Ids of the places that a row with these fields may be, the nearest first. */
export async function findNear(
  database: Database,
  fields: ImportedFields,
): Promise<readonly number[]> {
  return nearOf(fields, await readPlaces(database, [fields.location]));
}

/** The rows, with whether they change the place that they are. */
async function withChanges(
  database: Database,
  planned: readonly PlannedRow[],
  { list, known }: { list: string | null; known: ReadonlyMap<string, Listed> },
): Promise<PlannedRow[]> {
  const changing = new Set<PlannedRow>();
  for (const batch of batchesOf(planned, rowsAtOnce)) {
    const here = batch.filter(({ kind }) => kind === "here");
    const places = await readListedRows(
      database,
      here.map(({ placeId }) => placeId!),
    );
    for (const plan of here) {
      const place = places.get(plan.placeId!);
      const { row, fields, placeId } = plan;
      const last = known.get(row.key)?.fields ?? null;
      const listed = listedRowOf({ row, fields: fields!, placeId, last }, list);
      if (place && isChanging(mergeListed(listed, place))) changing.add(plan);
    }
    await nextTurn();
  }
  return planned.map((plan) => (changing.has(plan) ? { ...plan, isChanging: true } : plan));
}

/** Places that are not deleted in the box of some points. */
async function readPlaces(
  database: Database,
  points: readonly ImportedFields["location"][],
): Promise<(Matched & { readonly id: number })[]> {
  if (points.length === 0) return [];
  const range = (values: readonly number[], margin: number) =>
    [
      values.reduce((a, b) => Math.min(a, b)) - margin,
      values.reduce((a, b) => Math.max(a, b)) + margin,
    ] as const;
  const [south, north] = range(
    points.map(({ latitude }) => latitude),
    degreesWithin(sameWithinMeters, 0).high,
  );
  const { wide } = degreesWithin(sameWithinMeters, Math.max(Math.abs(south), Math.abs(north)));
  const [west, east] = range(
    points.map(({ longitude }) => longitude),
    wide,
  );
  interface Row {
    readonly id: number;
    readonly longitude: number;
    readonly latitude: number;
    readonly comments: string;
    readonly address: string;
    readonly facts: PlaceFacts;
    readonly fact_texts: PlaceFacts | null;
  }
  const { rows } = await sql<Row>`
    select id, longitude, latitude, comments, address, ${sql.raw(storedFactSet)}, fact_texts
    from place where deleted_at is null and not sample
      and latitude between ${south} and ${north} and longitude between ${west} and ${east}
    order by id`.execute(database);
  return rows.map(({ id, longitude, latitude, comments, address, facts, fact_texts }) => {
    const all = { ...facts, ...fact_texts };
    const words = [comments, address, all.name, all.operator, all.inside].join(" ");
    return { id, position: [longitude, latitude], words, facts: all };
  });
}
