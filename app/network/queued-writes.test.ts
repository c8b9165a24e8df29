import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  failedForm,
  failedResponses,
  storedForm as sent,
  sentFields,
  stubResponses,
} from "#tests/support/app/stub-responses.ts";
import {
  claimQueued,
  findQueued,
  listQueued,
  type QueuedWrite,
  queueWrite,
  removeQueued,
  sendOrQueue,
  sendQueued,
  staleAfterMs,
} from "./queued-writes.ts";

const respondWith = stubResponses();
const now = new Date("2026-06-15T10:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);

function write(kind: QueuedWrite["kind"] = "confirmation", placeId = 7): QueuedWrite {
  return { kind, placeId };
}

/** Account of the page: null for a visitor, undefined before the application has started. */
function signIn(email: string | null | undefined, unread?: { isSessionUnread: true }) {
  const root = { session: email ? { role: "user", email } : null, ...unread };
  const router = email === undefined ? undefined : { state: { loaderData: { root } } };
  Object.assign(window, { __reactRouterDataRouter: router });
}

const documentElement: { dataset: Record<string, string> } = { dataset: {} };

beforeEach(() => {
  documentElement.dataset = {};
  vi.stubGlobal("document", { documentElement });
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("dispatchEvent", () => true);
  signIn(null);
});
afterEach(() => vi.unstubAllGlobals());

describe("a queued write", () => {
  it("is sent once, oldest first, and then queued no more", async () => {
    await queueWrite(write("confirmation", 1), now);
    await queueWrite({ ...write("review", 2), message: { rating: "4" } }, later(1));
    const respond = respondWith(sent);
    await sendQueued(later(2));
    expect(respond.mock.calls.map(([path, request]) => [path, sentFields(request)])).toEqual([
      ["/places/1/report", { intent: "confirm" }],
      ["/places/2/review", { rating: "4" }],
    ]);
    expect(listQueued()).toEqual([]);
    await sendQueued(later(3));
    expect(respond).toHaveBeenCalledTimes(2);
  });

  it("of the door says its age and not its time, since a device's clock may be wrong", async () => {
    await queueWrite({ ...write("observation"), message: { open: "1" } }, now);
    await queueWrite({ ...write("fact"), message: { fact: "free", answer: "0" } }, now);
    vi.useFakeTimers({ toFake: ["Date"], now: later(90_500) });
    const respond = respondWith(sent);
    await sendQueued(later(90_500));
    vi.useRealTimers();
    expect(respond.mock.calls.map(([, request]) => sentFields(request))).toEqual([
      { intent: "observe", open: "1", age: "90" },
      { intent: "fact", fact: "free", answer: "0" },
    ]);
  });

  it("is replaced by a later one of its kind about the same place", async () => {
    await queueWrite({ ...write("report"), message: { text: "a" } }, now);
    await queueWrite(write("confirmation"), now);
    await queueWrite({ ...write("report"), message: { text: "b" } }, later(1));
    expect(listQueued().map(({ kind, message }) => [kind, message])).toEqual([
      ["confirmation", undefined],
      ["report", { text: "b" }],
    ]);
    removeQueued(write("report"));
    expect(listQueued()).toHaveLength(1);
  });

  it.each([
    ["no answer", failedResponses.none],
    ["too many calls", failedForm("error.toomanyrequests")],
    ["a server that is away", failedForm("error.unavailable")],
  ])("stays with %s, and nothing after it is tried", async (_, respond) => {
    await queueWrite(write("confirmation", 1), now);
    await queueWrite(write("confirmation", 2), now);
    const requests = respondWith(respond);
    await sendQueued(later(1));
    expect(requests).toHaveBeenCalledTimes(1);
    expect(listQueued().map(({ state }) => state)).toEqual(["line", "line"]);
  });

  it("stays to be read where the server refuses it, and what follows goes out", async () => {
    await queueWrite(write("review", 1), now);
    await queueWrite(write("review", 2), now);
    const responses = [failedForm("error.notfound"), sent];
    respondWith((...requests) => responses.shift()!(...requests));
    await sendQueued(later(1));
    expect(listQueued().map(({ placeId, state }) => [placeId, state])).toEqual([[1, "refused"]]);
  });

  it("of a day goes out, but not a millisecond older, unless it is a review", async () => {
    await queueWrite(write("report", 1), now);
    await queueWrite(write("review", 2), now);
    respondWith(failedResponses.none);
    await sendQueued(later(staleAfterMs));
    expect(listQueued().map(({ state }) => state)).toEqual(["line", "line"]);
    respondWith(sent);
    await sendQueued(later(staleAfterMs + 1));
    expect(listQueued().map(({ kind, state }) => [kind, state])).toEqual([["report", "expired"]]);
  });

  it("of an account stays queued until that account is signed in", async () => {
    signIn("anna@mosdo.example");
    await queueWrite(write("review"), now);
    expect(JSON.stringify(listQueued())).not.toContain("anna");
    const respond = respondWith(sent);
    for (const other of ["bela@mosdo.example", null]) {
      signIn(other);
      await sendQueued(later(1));
      expect(listQueued()[0].state).toBe("author");
    }
    expect(respond).not.toHaveBeenCalled();
    signIn("anna@mosdo.example");
    await sendQueued(later(2));
    expect(listQueued()).toEqual([]);
  });

  it("is found again by its author, and what a visitor wrote by everyone", async () => {
    await queueWrite(write("report"), now);
    signIn("anna@mosdo.example");
    await queueWrite(write("review"), now);
    const find = (kind: "report" | "review") => findQueued({ kind, placeId: 7 });
    expect(await find("review")).toMatchObject(write("review"));
    expect(await find("report")).toMatchObject(write("report"));
    expect(await findQueued({ kind: "review", placeId: 8 })).toBeNull();
    for (const other of ["bela@mosdo.example", null]) {
      signIn(other);
      expect(await find("review")).toBeNull();
    }
  });

  it("of a visitor is sent without an account, and with one once that one claims it", async () => {
    const respond = respondWith(sent);
    await queueWrite(write("confirmation", 1), now);
    await sendQueued(later(1));
    expect(listQueued()).toEqual([]);
    await queueWrite(write("confirmation", 2), now);
    signIn("anna@mosdo.example");
    await sendQueued(later(1));
    expect(listQueued()).toMatchObject([{ placeId: 2, state: "asks" }]);
    expect(respond).toHaveBeenCalledTimes(1);
    vi.useFakeTimers({ toFake: ["Date"], now: later(2) });
    await claimQueued(listQueued()[0]);
    vi.useRealTimers();
    expect(respond).toHaveBeenCalledTimes(2);
    expect(listQueued()).toEqual([]);
  });

  it("of a page that began without a connection is that of the account of the page before", async () => {
    signIn("anna@mosdo.example");
    await sendQueued(now);
    const respond = respondWith(sent);
    const beginAsShell = (isShell: boolean) => {
      documentElement.dataset = isShell ? { kept: "" } : {};
      if (isShell) signIn(null);
    };
    beginAsShell(true);
    await queueWrite(write("review"), now);
    expect((await findQueued({ kind: "review", placeId: 7 }))?.author).not.toBeNull();
    beginAsShell(false);
    signIn("bela@mosdo.example");
    await sendQueued(later(1));
    expect(listQueued()).toMatchObject([{ state: "author" }]);
    expect(respond).not.toHaveBeenCalled();
    signIn("anna@mosdo.example");
    await sendQueued(later(2));
    expect(listQueued()).toEqual([]);
    signIn(null);
    await sendQueued(later(3));
    beginAsShell(true);
    await queueWrite(write("review"), later(4));
    expect(listQueued()).toMatchObject([{ author: null }]);
  });

  it("of a page whose session the server could not read is that of the page before, and stays queued", async () => {
    signIn("anna@mosdo.example");
    await sendQueued(now);
    signIn(null, { isSessionUnread: true });
    await queueWrite(write("review"), now);
    const respond = respondWith(sent);
    await sendQueued(later(1));
    expect(respond).not.toHaveBeenCalled();
    expect(listQueued()).toMatchObject([{ state: "line" }]);
    signIn("anna@mosdo.example");
    await sendQueued(later(2));
    expect(listQueued()).toEqual([]);
  });

  it("and is written anew while it is sent, is not lost", async () => {
    await queueWrite({ ...write("review"), message: { text: "a" } }, now);
    respondWith(async () => {
      if (listQueued().some(({ message }) => JSON.stringify(message) === '{"text":"a"}')) {
        await queueWrite({ ...write("review"), message: { text: "b" } }, later(5));
      }
      return sent();
    });
    await sendQueued(later(1));
    expect(listQueued().map(({ message }) => message)).toEqual([{ text: "b" }]);
    await sendQueued(later(6));
    expect(listQueued()).toEqual([]);
  });

  it("of a version that called the API is sent as a form too", async () => {
    const call = { address: "/api/v1/places/7/x", method: "POST", author: null, state: "line" };
    const calls = [
      { ...call, kind: "confirmation" },
      { ...call, kind: "report", message: { reason: "closed-until", opens_on: "2026-07-01" } },
      { ...call, kind: "review", message: { rating: 4, text: "Tiszta" } },
    ].map((of) => ({ ...of, placeId: 7, writtenAt: now.toISOString() }));
    localStorage.setItem("mosdo:waiting", JSON.stringify(calls));
    await queueWrite(write("confirmation", 8), now);
    expect(listQueued()).toHaveLength(4);
    const respond = respondWith(sent);
    await sendQueued(later(1));
    expect(respond.mock.calls.map(([path, request]) => [path, sentFields(request)])).toEqual([
      ["/places/7/report", { intent: "confirm" }],
      ["/places/7/report", { reason: "closed-until", opens_on: "2026-07-01" }],
      ["/places/7/review", { rating: "4", text: "Tiszta" }],
      ["/places/8/report", { intent: "confirm" }],
    ]);
    expect(listQueued()).toEqual([]);
  });

  it("is stored again only where its state changes", async () => {
    signIn("anna@mosdo.example");
    await queueWrite(write("review"), now);
    signIn(null);
    await sendQueued(later(1));
    const setItem = vi.spyOn(localStorage, "setItem");
    await sendQueued(later(2));
    expect(setItem).not.toHaveBeenCalled();
  });

  it("is not taken where it is not known whose it is, nor without storage", async () => {
    signIn(undefined);
    expect(await queueWrite(write(), now)).toBe(false);
    signIn(null);
    vi.stubGlobal("localStorage", undefined);
    expect(await queueWrite(write(), now)).toBe(false);
    expect(listQueued()).toEqual([]);
  });
});

describe("sendOrQueue", () => {
  const review = { ...write("review"), message: { rating: "4" } };

  it("removes an earlier write from the queue that the sent one replaces, and no other", async () => {
    await queueWrite({ ...review, message: { rating: "1" } }, now);
    await queueWrite(write("report"), now);
    const respond = respondWith(sent);
    expect(await sendOrQueue(review)).toMatchObject({ ok: true });
    expect(sentFields(respond.mock.calls[0][1])).toEqual({ rating: "4" });
    expect(listQueued().map(({ kind }) => kind)).toEqual(["report"]);
  });

  it("queues a write without a response, in place of an earlier one", async () => {
    await queueWrite({ ...review, message: { rating: "1" } }, now);
    respondWith(failedResponses.none);
    expect(await sendOrQueue(review)).toMatchObject({ ok: false, code: "queued" });
    expect(listQueued()).toMatchObject([{ ...review, state: "line" }]);
  });

  it("says that no response came where it cannot queue", async () => {
    signIn(undefined);
    respondWith(failedResponses.none);
    const result = await sendOrQueue(review);
    expect(result).toMatchObject({ ok: false, code: "error.unreachable" });
    expect(listQueued()).toEqual([]);
  });

  it.each(["error.signin", "error.unavailable"])("queues nothing after %s", async (code) => {
    respondWith(failedForm(code));
    expect(await sendOrQueue(review)).toMatchObject({ ok: false, code });
    expect(listQueued()).toEqual([]);
  });
});
