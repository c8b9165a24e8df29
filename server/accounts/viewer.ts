import type { Role } from "#domain/account/role.ts";
import type { Language } from "#domain/text/language.ts";

/** Viewer: the person of a request, as the permissions need it (docs/product#permissions). */
export interface Viewer {
  /** The account's id; null without a session. */
  readonly userId: string | null;
  /** The account's e-mail address; null without a session. */
  readonly email: string | null;
  /** `visitor` where `userId` is null, and only there. */
  readonly role: Role;
  /** Id of the session, which is not its token; absent without a session. */
  readonly sessionId?: string;
  /**
   * Whether there is a session that could not be read, because the database is unavailable. Public calls respond as to
   * a visitor; no call may be refused because the session is missing.
   */
  readonly isUnread?: true;
  /** Whether the account's e-mail address is not confirmed, so that its contributions count as a visitor's. */
  readonly isUnconfirmed?: boolean;
}

/** Viewer who is not signed in. */
export const visitor: Viewer = { userId: null, email: null, role: "visitor" };

/** Viewer whose session could not be read. */
export const unreadViewer: Viewer = { ...visitor, isUnread: true };

/** Client of a request: the parts of the request that rate limits and the identity provider use. */
export interface RequestClient {
  /** Headers of the request: its cookies are the session, its origin the site it comes from. */
  readonly headers: Headers;
  /** Client's IP address, also behind trusted proxies; rate limits count it. */
  readonly clientAddress: string;
  /** Language of the mails that the call sends. */
  readonly language: Language;
}
