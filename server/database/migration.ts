/** One numbered step from one shape of the database to the next. Never changed once released. */
export interface Migration {
  /** File name without its ending; the order of the list, and what is recorded. */
  readonly name: string;
  readonly sql: string;
}
