import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { nameSeparator } from "#server/geo/extract/extract-provider.ts";

/** Number of rows in a statement: large enough for speed, small enough for a short statement. */
const batchSize = 5_000;

type Table = "settlement" | "street" | "address";

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** Key of a table's rows, by which a new row is that of the former file: different for all rows of an extract. */
export interface RowKey<Columns> {
  readonly columns: readonly (keyof Columns & string)[];
  keyOf(row: Columns): string;
}

export const elementKey: RowKey<{ readonly osm_id: string }> = {
  columns: ["osm_id"],
  keyOf: ({ osm_id }) => osm_id,
};

/** Columns that identify a street or a landmark. */
interface StreetColumns {
  readonly kind?: string | null;
  readonly settlement_id?: number | null;
  readonly longitude?: number;
  readonly latitude?: number;
  readonly name_key: string;
}

/** Key of streets, of which a settlement has one of a name, and of landmarks, of which it may have several. */
export const streetKey: RowKey<StreetColumns> = {
  columns: ["kind", "settlement_id", "longitude", "latitude", "name_key"],
  keyOf: ({ kind = null, settlement_id, longitude, latitude, name_key }) =>
    (kind === null
      ? [settlement_id, firstOf(name_key)]
      : [kind, longitude, latitude, firstOf(name_key)]
    ).join(" "),
};

/** Name that identifies a row; other names follow. */
function firstOf(nameKey: string): string {
  return nameKey.split(nameSeparator)[0];
}

interface FormerRows {
  /** Ids of the former rows without a new one yet, by key. */
  readonly formerIds: Map<string, number>;
  /** Ids of other rows with these keys. */
  readonly goneIds: readonly number[];
}

/**
 * Buffer that replaces the rows of an extract in one table, by thousands. A row has the id of the former one with its
 * key, and only those that differ are written. No other writer may insert into the table meanwhile.
 */
export class RowBuffer {
  readonly #database: Database;
  readonly #table: Table;
  readonly #formerIds: Map<string, number>;
  readonly #goneIds: readonly number[];
  readonly #firstId: number;
  #nextId: number;
  /** Rows to insert, and rows to compare with the former ones of their ids. */
  #added: Row[] = [];
  #compared: Row[] = [];
  /** Number of assigned ids. */
  count = 0;

  private constructor(
    database: Database,
    table: Table,
    { formerIds, goneIds, firstId }: FormerRows & { readonly firstId: number },
  ) {
    this.#database = database;
    this.#table = table;
    this.#formerIds = formerIds;
    this.#goneIds = goneIds;
    this.#firstId = firstId;
    this.#nextId = firstId;
  }

  static async open<Columns>(
    database: Database,
    table: Table,
    extractId: number,
    { columns, keyOf }: RowKey<Columns>,
  ) {
    const former = await sql<Columns & { readonly id: number }>`
      select id, ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(table)} where extract_id = ${extractId}`.execute(database);
    const formerIds = new Map<string, number>();
    const goneIds: number[] = [];
    for (const { id, ...row } of former.rows) {
      const key = keyOf(row as Columns);
      if (formerIds.has(key)) goneIds.push(id);
      else formerIds.set(key, id);
    }
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id`.execute(database);
    return new RowBuffer(database, table, { formerIds, goneIds, firstId: rows[0].id });
  }

  /** Id of the row with that key: the former one, or a new one. */
  idOf(key: string): number {
    this.count++;
    const formerId = this.#formerIds.get(key);
    this.#formerIds.delete(key);
    return formerId ?? this.#nextId++;
  }

  /** Adds a row with an id from `idOf`; columns that it lacks are null. */
  add(row: Row): void {
    (row.id < this.#firstId ? this.#compared : this.#added).push(row);
  }

  /** Writes the rows that fill a statement. */
  async flush(): Promise<void> {
    while (this.#compared.length >= batchSize) {
      await this.#compare(this.#compared.splice(0, batchSize));
    }
    while (this.#added.length >= batchSize) await this.#insert(this.#added.splice(0, batchSize));
  }

  /** Writes the rest, and removes the former rows without a new one. */
  async close(): Promise<void> {
    await this.flush();
    if (this.#compared.length > 0) await this.#compare(this.#compared.splice(0));
    if (this.#added.length > 0) await this.#insert(this.#added.splice(0));
    const goneIds = [...this.#goneIds, ...this.#formerIds.values()];
    await sql`delete from ${sql.table(this.#table)} where id = any(${goneIds}::int[])`.execute(
      this.#database,
    );
    await sql`select setval(pg_get_serial_sequence(${this.#table}, 'id'), ${this.#nextId})`.execute(
      this.#database,
    );
  }

  /** Removes the former rows that differ from those of their ids, which are inserted instead. */
  async #compare(rows: readonly Row[]): Promise<void> {
    const different = await sql<{ id: number }>`
      delete from ${sql.table(this.#table)} former using ${this.#rowsOf(rows)} row
      where former.id = row.id and former *<> row returning row.id`.execute(this.#database);
    const ids = new Set(different.rows.map(({ id }) => id));
    this.#added.push(...rows.filter(({ id }) => ids.has(id)));
  }

  async #insert(rows: readonly Row[]): Promise<void> {
    await sql`
      insert into ${sql.table(this.#table)} overriding system value
      select * from ${this.#rowsOf(rows)}`.execute(this.#database);
  }

  #rowsOf(rows: readonly Row[]) {
    const json = JSON.stringify(rows);
    return sql`json_populate_recordset(null::${sql.table(this.#table)}, ${json}::json)`;
  }
}
