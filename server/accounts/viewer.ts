import type { Language } from "#domain/text/language.ts";

/** Who asks: what the rules of permission are decided from (docs/product#permissions). */
export interface Viewer {
  /** The account's id; null without a session. */
  readonly userId: string | null;
  /** The account's address; null without a session. */
  readonly email: string | null;
  readonly isAdministrator: boolean;
  /**
   * Whether there is a session that could not be read, because the database is away. What is for
   * everyone is answered as to a visitor; nothing may be refused for want of a session.
   */
  readonly isUnread?: true;
}

/** Someone who is not signed in. */
export const visitor: Viewer = { userId: null, email: null, isAdministrator: false };

/** Someone whose session could not be read. */
export const unreadViewer: Viewer = { ...visitor, isUnread: true };

/** What of a request an identity provider goes by. */
export interface Caller {
  /** The request's own headers: its cookies are the session, its origin shows where it comes from. */
  readonly headers: Headers;
  /** Address of the client, behind our own proxies too; limits are counted by it. */
  readonly clientAddress: string;
  /** Language of the mails that the call sends. */
  readonly language: Language;
}
