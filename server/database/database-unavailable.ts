/**
 * The database cannot be used at all, and a person has to do something about it.
 * The message is one line for the operator: what is wrong and what to change, never a secret.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}
