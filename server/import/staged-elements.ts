import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import type { OsmElement } from "./osm-element.ts";

/** Number of elements handed over at once. */
const batchSize = 500;

/**
 * Elements of a file wait here, in a temporary table of one connection, until the whole file has
 * been read and is known to be sound.
 */
export class StagedElements {
  readonly #connection: Database;
  #count = 0;
  #repeated = 0;

  private constructor(connection: Database) {
    this.#connection = connection;
  }

  /** @param connection one connection, not a pool: no other connection sees the table */
  static async open(connection: Database): Promise<StagedElements> {
    await sql`drop table if exists pg_temp.staged_element`.execute(connection);
    await sql`
      create temporary table staged_element (
        n int generated always as identity primary key,
        osm_id text not null unique,
        longitude double precision not null,
        latitude double precision not null,
        tags jsonb not null
      )`.execute(connection);
    return new StagedElements(connection);
  }

  get count(): number {
    return this.#count;
  }

  /** Number of elements that came again. */
  get repeated(): number {
    return this.#repeated;
  }

  /** Adds elements; of those with the same id the first stays. */
  async add(elements: readonly OsmElement[]): Promise<void> {
    if (elements.length === 0) return;
    const { numAffectedRows = 0n } = await sql`
      insert into staged_element (osm_id, longitude, latitude, tags)
      select "osmId", longitude, latitude, tags
      from jsonb_to_recordset(${JSON.stringify(elements)}::jsonb)
        as element ("osmId" text, longitude double precision, latitude double precision, tags jsonb)
      on conflict (osm_id) do nothing`.execute(this.#connection);
    this.#count += Number(numAffectedRows);
    this.#repeated += elements.length - Number(numAffectedRows);
  }

  /** All elements, in the order of their arrival. */
  async *batches(): AsyncGenerator<readonly OsmElement[]> {
    for (let last = 0; ; ) {
      const { rows } = await sql<OsmElement & { n: number }>`
        select n, osm_id as "osmId", longitude, latitude, tags from staged_element
        where n > ${last} order by n limit ${batchSize}`.execute(this.#connection);
      if (rows.length === 0) return;
      last = rows[rows.length - 1].n;
      yield rows;
    }
  }

  /** The places that came with an earlier import of this source and are not among the elements. */
  async findMissing(source: string): Promise<{ id: number; osm_id: string }[]> {
    const { rows } = await sql<{ id: number; osm_id: string }>`
      select id, osm_id from place
      where imported ->> 'source' = ${source} and deleted_at is null
        and not exists (select from staged_element where staged_element.osm_id = place.osm_id)
      order by id`.execute(this.#connection);
    return rows;
  }
}
