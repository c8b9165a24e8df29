import { DatabaseError } from "pg";

/** PostgreSQL's code for a row that a unique index does not take. */
const uniqueViolation = "23505";

/** Whether a write failed because of a unique index or constraint: this one, or, without a name, any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === uniqueViolation &&
    (constraint === undefined || error.constraint === constraint)
  );
}
