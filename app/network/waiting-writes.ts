import { type ApiResult, sendToApi } from "./fetch-api.ts";
import { accountOfPage } from "./page-router.ts";

/*
 * What a visitor has written without a connection (docs/product#writing-without-a-connection). It waits in this
 * browser's local storage, and goes out once. The calls themselves count once a day or replace what was there, so
 * that one whose answer was lost may be sent again.
 */

type WaitingKind = "confirmation" | "report" | "review";

/**
 * Why something still waits: for a connection, for its author, for the word of whoever is signed in now that it is
 * theirs, or it can never go out.
 */
type WaitingState = "line" | "author" | "asks" | "refused" | "expired";

export interface WaitingWrite {
  readonly kind: WaitingKind;
  readonly placeId: number;
  /** Call of the API. */
  readonly address: string;
  readonly method: "POST" | "PUT";
  readonly message?: object;
}

/** Something that waits, as it is stored. */
export interface StoredWrite extends WaitingWrite {
  /** ISO 8601 instant. */
  readonly writtenAt: string;
  /** Digest of the account that was signed in; null for a visitor without one. */
  readonly author: string | null;
  readonly state: WaitingState;
}

const key = "mosdo:waiting";
/** Digest of the account that was signed in on the last page that knew; absent for none. */
const authorKey = "mosdo:author";
const changed = "mosdo:waiting-changed";

/** Time after which a confirmation or a report says nothing of the place as it is. */
export const staleAfterMs = 24 * 60 * 60_000;

/** All that waits, the oldest first. */
export function listWaiting(): StoredWrite[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}

/** Stores what waits. Returns whether that is possible here. */
function store(writes: readonly StoredWrite[]): boolean {
  try {
    if (writes.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(writes));
  } catch {
    return false;
  }
  dispatchEvent(new Event(changed));
  return true;
}

/** Listens for changes of what waits, of other pages too; the returned function stops that. */
export function listenForWaiting(onChange: () => void): () => void {
  addEventListener(changed, onChange);
  addEventListener("storage", onChange);
  return () => {
    removeEventListener(changed, onChange);
    removeEventListener("storage", onChange);
  };
}

/** What tells whether two are of one kind about one place; with `writtenAt`, whether they are the very same. */
type WriteName = Pick<WaitingWrite, "kind" | "placeId"> & Partial<Pick<StoredWrite, "writtenAt">>;

function isSame(a: StoredWrite, { kind, placeId, writtenAt = a.writtenAt }: WriteName): boolean {
  return a.kind === kind && a.placeId === placeId && a.writtenAt === writtenAt;
}

/**
 * Lets something wait, in place of an earlier one of its kind about its place. Returns whether it waits: not
 * without storage, and not where it is not known whose it is.
 */
export async function letWait(write: WaitingWrite, now = new Date()): Promise<boolean> {
  const author = await authorNow();
  if (author === undefined) return false;
  const { kind, placeId } = write;
  const others = listWaiting().filter((other) => !isSame(other, { kind, placeId }));
  return store([...others, { ...write, author, state: "line", writtenAt: now.toISOString() }]);
}

/** What waits of a kind about a place; null where that is nothing, or another account's. */
export async function findWaiting(name: WriteName): Promise<StoredWrite | null> {
  const found = listWaiting().find((write) => isSame(write, name));
  if (!found || (found.author !== null && found.author !== (await authorNow()))) return null;
  return found;
}

/** Removes something that waits; what was written anew since `writtenAt` stays. */
export function forgetWaiting(write: WriteName): void {
  if (listWaiting().length > 0) store(listWaiting().filter((other) => !isSame(other, write)));
}

/** A page that does not know its account has the one of the page before. */
async function authorNow(): Promise<string | null | undefined> {
  const account = accountOfPage();
  if (account === undefined || account === null) return account;
  if (typeof account !== "string") return readAuthor();
  const digest = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(account));
  return digest && btoa(String.fromCharCode(...new Uint8Array(digest).slice(0, 9)));
}

function readAuthor(): string | null {
  try {
    return localStorage.getItem(authorKey);
  } catch {
    return null;
  }
}

/** Whether this page does not know its account. */
function isUnread(): boolean {
  const account = accountOfPage();
  return typeof account === "object" && account !== null;
}

async function rememberAuthor(): Promise<void> {
  const author = isUnread() ? undefined : await authorNow();
  if (author === undefined || author === readAuthor()) return;
  try {
    if (author === null) localStorage.removeItem(authorKey);
    else localStorage.setItem(authorKey, author);
  } catch {
    // Without storage nothing waits either.
  }
}

let isSending = false;

/**
 * Sends what waits, one after the other, as long as the server takes it; of several pages of this browser one at a
 * time. What an account wrote waits while another one, or none, is signed in. What was written without one waits for
 * {@link claimWaiting} once somebody is signed in: it may be another person.
 */
export async function sendWaiting(now = new Date()): Promise<void> {
  await rememberAuthor();
  if (isSending || listWaiting().length === 0) return;
  isSending = true;
  try {
    if (navigator.locks) await navigator.locks.request(key, () => sendInTurn(now));
    else await sendInTurn(now);
  } finally {
    isSending = false;
  }
}

async function sendInTurn(now: Date): Promise<void> {
  const author = await authorNow();
  // The cookie may be of another account than the one of the page before.
  if (author === undefined || isUnread()) return;
  for (const write of listWaiting()) {
    if (write.state === "refused" || write.state === "expired") continue;
    const isStale = now.getTime() - Date.parse(write.writtenAt) > staleAfterMs;
    if (isStale && write.kind !== "review") {
      setState(write, "expired");
    } else if (write.author !== author) {
      setState(write, write.author === null ? "asks" : "author");
    } else {
      const { address, method, message } = write;
      const result = await sendToApi(address, { method, message });
      if (result.ok) forgetWaiting(write);
      else if (mayGoLater(result)) return;
      else setState(write, result.status === 401 ? "author" : "refused");
    }
  }
}

/** Sends what was written without an account in the name of the one that is signed in. */
export async function claimWaiting(write: StoredWrite): Promise<void> {
  const author = await authorNow();
  if (author === undefined) return;
  const claimed = { ...write, author, state: "line" as const };
  store(listWaiting().map((other) => (isSame(other, write) ? claimed : other)));
  await sendWaiting();
}

function setState(write: StoredWrite, state: WaitingState): void {
  if (write.state === state) return;
  store(listWaiting().map((other) => (isSame(other, write) ? { ...other, state } : other)));
}

/** Whether a failure says nothing of what was sent: no answer, too many calls, a server that is away. */
function mayGoLater({ status }: ApiResult<undefined> & { ok: false }): boolean {
  return status === null || status === 429 || status >= 500;
}
