import { DatabaseError } from "pg";

/** PostgreSQL's code for a row that a unique index does not take. */
const uniqueViolation = "23505";

/** Whether a write failed because of this unique index or constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === uniqueViolation &&
    error.constraint === constraint
  );
}
