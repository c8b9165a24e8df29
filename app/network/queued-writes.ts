import type { ApiResult } from "./fetch-api.ts";
import { accountOfPage } from "./page-router.ts";
import { sendForm } from "./send-form.ts";

/*
 * What a visitor has written without a connection (docs/product#writing-without-a-connection), in local storage. A
 * write may
 * be sent twice: it counts once a day, or replaces what was there.
 */

type QueuedKind = "confirmation" | "observation" | "fact" | "report" | "review";

/**
 * Why a write is queued: no connection (`line`), its author is signed out (`author`), another account has to claim it
 * (`asks`).
 */
type QueueState = "line" | "author" | "asks" | "refused" | "expired";

export interface QueuedWrite {
  readonly kind: QueuedKind;
  readonly placeId: number;
  readonly message?: Readonly<Record<string, string>>;
}

export interface StoredWrite extends QueuedWrite {
  /** ISO 8601 instant. */
  readonly writtenAt: string;
  /** Digest of the account that was signed in; null for a visitor without one. */
  readonly author: string | null;
  readonly state: QueueState;
}

export const queueKey = "mosdo:queue";
/** Key of versions that called the API: the bodies of their calls have the names of the forms' fields. */
const earlierKey = "mosdo:waiting";
/** Digest of the account that was signed in on the last page that knew; absent for none. */
const authorKey = "mosdo:author";
const changed = "mosdo:waiting-changed";

/** Time after which a confirmation or a report says nothing of the place as it is. */
export const staleAfterMs = 24 * 60 * 60_000;

export function listQueued(): StoredWrite[] {
  try {
    return [earlierKey, queueKey].flatMap((name) => JSON.parse(localStorage.getItem(name) ?? "[]"));
  } catch {
    return [];
  }
}

/** Stores the queue. Returns whether that is possible here. */
function store(writes: readonly StoredWrite[]): boolean {
  try {
    if (writes.length === 0) localStorage.removeItem(queueKey);
    else localStorage.setItem(queueKey, JSON.stringify(writes));
    localStorage.removeItem(earlierKey);
  } catch {
    return false;
  }
  dispatchEvent(new Event(changed));
  return true;
}

/** Listens for changes of the queue, by other pages too; the returned function stops that. */
export function listenForQueue(onChange: () => void): () => void {
  addEventListener(changed, onChange);
  addEventListener("storage", onChange);
  return () => {
    removeEventListener(changed, onChange);
    removeEventListener("storage", onChange);
  };
}

/** Identity of a write: its kind and place; with `writtenAt`, of this very one. */
type WriteName = Pick<QueuedWrite, "kind" | "placeId"> & Partial<Pick<StoredWrite, "writtenAt">>;

function isSame(a: StoredWrite, { kind, placeId, writtenAt = a.writtenAt }: WriteName): boolean {
  return a.kind === kind && a.placeId === placeId && a.writtenAt === writtenAt;
}

/**
 * Queues a write, in place of an earlier one of its kind and place. Returns whether it could: not without storage or
 * author.
 */
export async function queueWrite(write: QueuedWrite, now = new Date()): Promise<boolean> {
  const author = await authorNow();
  if (author === undefined) return false;
  const { kind, placeId } = write;
  const others = listQueued().filter((other) => !isSame(other, { kind, placeId }));
  return store([...others, { ...write, author, state: "line", writtenAt: now.toISOString() }]);
}

/** Sends a write, or queues it without a response (code `queued`). Once stored, an earlier one that is queued goes. */
export async function sendOrQueue(write: QueuedWrite): Promise<ApiResult<undefined>> {
  const result = await sendWrite(write);
  if (result.ok) removeQueued({ kind: write.kind, placeId: write.placeId });
  else if (result.code === "error.unreachable" && (await queueWrite(write))) {
    return { ...result, code: "queued" };
  }
  return result;
}

/** Intents of the forms on the page of reports that have one. */
const intents: Readonly<Partial<Record<QueuedKind, string>>> = {
  confirmation: "confirm",
  observation: "observe",
  fact: "fact",
};

function sendWrite(write: QueuedWrite | StoredWrite): Promise<ApiResult<undefined>> {
  const { kind, placeId, message } = write;
  const page = kind === "review" ? "review" : "report";
  const intent = intents[kind];
  // Not the instant: a device's clock may be wrong.
  const isLate = kind === "observation" && "writtenAt" in write;
  return sendForm(`/places/${placeId}/${page}`, {
    ...message,
    ...(intent !== undefined && { intent }),
    ...(isLate && { age: String(ageSeconds(write)) }),
  } as Record<string, string>);
}

function ageSeconds({ writtenAt }: StoredWrite): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(writtenAt)) / 1000));
}

export type WriteFailure =
  | "signin"
  | "notfound"
  | "toomanyrequests"
  /** No response came; it is queued until there is a connection. */
  | "waiting"
  | "unreachable"
  /** The server is unavailable, as while the database is unavailable. */
  | "unavailable"
  | "error";

/** The failures of all writes, by the code of a use case or of {@link sendOrQueue}. */
export const writeFailures: Readonly<Record<string, WriteFailure>> = {
  "error.signin": "signin",
  "error.notfound": "notfound",
  "error.toomanyrequests": "toomanyrequests",
  queued: "waiting",
  "error.unreachable": "unreachable",
  "error.unavailable": "unavailable",
};

/** The queued write of a kind about a place; null where there is none, or it is another account's. */
export async function findQueued(name: WriteName): Promise<StoredWrite | null> {
  const found = listQueued().find((write) => isSame(write, name));
  if (!found || (found.author !== null && found.author !== (await authorNow()))) return null;
  return found;
}

/** Removes a queued write; what was written anew since `writtenAt` stays. */
export function removeQueued(write: WriteName): void {
  if (listQueued().length > 0) store(listQueued().filter((other) => !isSame(other, write)));
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
    // Without storage nothing is queued either.
  }
}

let isSending = false;

/**
 * Sends the queue, one write after the other, from one page at a time. Another account's writes stay; those written
 * without
 * one wait for {@link claimQueued} once somebody is signed in.
 */
export async function sendQueued(now = new Date()): Promise<void> {
  await rememberAuthor();
  if (isSending || listQueued().length === 0) return;
  isSending = true;
  try {
    if (navigator.locks) await navigator.locks.request(queueKey, () => sendEach(now));
    else await sendEach(now);
  } finally {
    isSending = false;
  }
}

async function sendEach(now: Date): Promise<void> {
  const author = await authorNow();
  // The cookie may be of another account than the one of the page before.
  if (author === undefined || isUnread()) return;
  for (const write of listQueued()) {
    if (write.state === "refused" || write.state === "expired") continue;
    const isStale = now.getTime() - Date.parse(write.writtenAt) > staleAfterMs;
    if (isStale && write.kind !== "review") {
      setState(write, "expired");
    } else if (write.author !== author) {
      setState(write, write.author === null ? "asks" : "author");
    } else {
      const result = await sendWrite(write);
      if (result.ok) removeQueued(write);
      else if (mayGoLater(result)) return;
      else setState(write, result.status === 401 ? "author" : "refused");
    }
  }
}

/** Sends what was written without an account in the name of the one that is signed in. */
export async function claimQueued(write: StoredWrite): Promise<void> {
  const author = await authorNow();
  if (author === undefined) return;
  const claimed = { ...write, author, state: "line" as const };
  store(listQueued().map((other) => (isSame(other, write) ? claimed : other)));
  await sendQueued();
}

function setState(write: StoredWrite, state: QueueState): void {
  if (write.state === state) return;
  store(listQueued().map((other) => (isSame(other, write) ? { ...other, state } : other)));
}

/** Whether a failure says nothing of what was sent: no response, too many calls, a server that is unavailable. */
function mayGoLater({ status }: ApiResult<undefined> & { ok: false }): boolean {
  return status === null || status === 429 || status >= 500;
}
