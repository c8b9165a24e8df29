import type { Database } from "./connect.ts";

/** Numbered step from one shape of the database to the next. It is never changed once released. */
export interface Migration {
  /** File name without its ending: it decides the order and is recorded in the database. */
  readonly name: string;
  readonly sql: string;
  /** Work beyond SQL after the statements, in their transaction. */
  run?(transaction: Database): Promise<void>;
}
