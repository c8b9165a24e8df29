/** Who asks: what the rules of permission are decided from (specification, section 6). */
export interface Viewer {
  /** The account's id; null without a session. */
  readonly userId: string | null;
  /** The account's address; null without a session. */
  readonly email: string | null;
  readonly isAdministrator: boolean;
}

/** Someone who is not signed in. */
export const visitor: Viewer = { userId: null, email: null, isAdministrator: false };
