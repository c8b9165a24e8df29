import type { Language } from "#domain/text/language.ts";

/**
 * Viewer: the person a request comes from, as the permissions need it (docs/product#permissions).
 */
export interface Viewer {
  /** The account's id; null without a session. */
  readonly userId: string | null;
  /** The account's address; null without a session. */
  readonly email: string | null;
  readonly isAdministrator: boolean;
  /**
   * Whether there is a session that could not be read, because the database is away. Calls that are
   * for everyone are answered as to a visitor; no call may be refused because the session is
   * missing.
   */
  readonly isUnread?: true;
}

/** Viewer who is not signed in. */
export const visitor: Viewer = { userId: null, email: null, isAdministrator: false };

/** Viewer whose session could not be read. */
export const unreadViewer: Viewer = { ...visitor, isUnread: true };

/** Parts of a request that an identity provider uses. */
export interface Caller {
  /** The request's own headers: its cookies are the session, its origin shows where it comes from. */
  readonly headers: Headers;
  /** Client's address, behind our own proxies too; limits count it. */
  readonly clientAddress: string;
  /** Language of the mails that the call sends. */
  readonly language: Language;
}
