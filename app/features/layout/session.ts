/** What the navigation bar knows of who is signed in. */
export interface Session {
  isAdministrator: boolean;
  /** Shown for everyone but the administrator; null where it is not known. */
  email: string | null;
  /** How much waits for the administrator; null for everyone else, and where it is not known. */
  waitingCount: number | null;
}
