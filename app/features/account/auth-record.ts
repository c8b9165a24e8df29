/**
 * What is kept in the browser after a sign-in with Google (docs/product#sign-in-record). Nothing
 * trusts it: the session is the server's.
 */
export interface AuthRecord {
  userID: string;
  name: string;
  profilePhoto: string;
  isAuth: true;
}

/** The record's key in local storage; it goes when nobody is signed in any more. */
const authRecordKey = "auth";

/** Keeps the record; where storage is closed, nothing is kept. */
export function storeAuthRecord(record: AuthRecord): void {
  try {
    localStorage.setItem(authRecordKey, JSON.stringify(record));
  } catch {
    // Private windows and strict settings refuse storage; the sign-in holds without.
  }
}
