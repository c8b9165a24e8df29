import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";

/** Number of rows in a statement: large enough for speed, small enough for a short statement. */
const batchSize = 5_000;

type Row = Readonly<Record<string, unknown>>;

/**
 * Buffer that gives rows of one table their ids and inserts them by thousands. No other writer may
 * insert into the table meanwhile.
 */
export class RowBuffer {
  readonly #database: Database;
  readonly #table: "settlement" | "street" | "address";
  readonly #firstId: number;
  #nextId: number;
  #rows: Row[] = [];

  private constructor(database: Database, table: "settlement" | "street" | "address", id: number) {
    this.#database = database;
    this.#table = table;
    this.#firstId = id;
    this.#nextId = id;
  }

  static async open(database: Database, table: "settlement" | "street" | "address") {
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id`.execute(database);
    return new RowBuffer(database, table, rows[0].id);
  }

  nextId(): number {
    return this.#nextId++;
  }

  /** Number of assigned ids. */
  get count(): number {
    return this.#nextId - this.#firstId;
  }

  /** All rows have the same columns, one of them an id from `nextId`. */
  add(row: Row): void {
    this.#rows.push(row);
  }

  /** Inserts the rows that fill a statement. */
  async flush(): Promise<void> {
    while (this.#rows.length >= batchSize) await this.#insert(this.#rows.splice(0, batchSize));
  }

  /** Inserts the rest. */
  async close(): Promise<void> {
    await this.flush();
    if (this.#rows.length > 0) await this.#insert(this.#rows.splice(0));
    await sql`select setval(pg_get_serial_sequence(${this.#table}, 'id'), ${this.#nextId})`.execute(
      this.#database,
    );
  }

  async #insert(rows: readonly Row[]): Promise<void> {
    const table = sql.table(this.#table);
    const columns = sql.join(Object.keys(rows[0]).map((name) => sql.ref(name)));
    const json = JSON.stringify(rows);
    await sql`
      insert into ${table} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`.execute(
      this.#database,
    );
  }
}
