import type { Language } from "#domain/language.ts";

/** What of a request an identity provider goes by. */
export interface Caller {
  /** The request's own headers: its cookies are the session, its origin shows where it comes from. */
  readonly headers: Headers;
  /** Address of the client, behind our own proxies too; limits are counted by it. */
  readonly clientAddress: string;
  /** Language of the mails that the call sends. */
  readonly language: Language;
}
