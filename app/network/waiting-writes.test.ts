import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failedResponses, failing, stubResponses } from "#tests/support/app/stub-responses.ts";
import {
  claimWaiting,
  findWaiting,
  forgetWaiting,
  letWait,
  listWaiting,
  sendWaiting,
  staleAfterMs,
  type WaitingWrite,
} from "./waiting-writes.ts";

const respondWith = stubResponses();
const now = new Date("2026-06-15T10:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);

function write(kind: WaitingWrite["kind"] = "confirmation", placeId = 7): WaitingWrite {
  return { kind, placeId, address: `/api/v1/places/${placeId}/x`, method: "POST" };
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

const sent = () => new Response(null, { status: 201 });

describe("what waits", () => {
  it("goes out once, oldest first, and then waits no more", async () => {
    await letWait(write("confirmation", 1), now);
    await letWait({ ...write("review", 2), method: "PUT", message: { rating: 4 } }, later(1));
    const respond = respondWith(sent);
    await sendWaiting(later(2));
    expect(respond.mock.calls.map(([path]) => path)).toEqual([
      "/api/v1/places/1/x",
      "/api/v1/places/2/x",
    ]);
    expect(respond.mock.calls[1][1]).toMatchObject({ method: "PUT", body: '{"rating":4}' });
    expect(listWaiting()).toEqual([]);
    await sendWaiting(later(3));
    expect(respond).toHaveBeenCalledTimes(2);
  });

  it("is replaced by a later one of its kind about the same place", async () => {
    await letWait({ ...write("report"), message: { text: "a" } }, now);
    await letWait(write("confirmation"), now);
    await letWait({ ...write("report"), message: { text: "b" } }, later(1));
    expect(listWaiting().map(({ kind, message }) => [kind, message])).toEqual([
      ["confirmation", undefined],
      ["report", { text: "b" }],
    ]);
    forgetWaiting(write("report"));
    expect(listWaiting()).toHaveLength(1);
  });

  it.each([
    ["no answer", failedResponses.none],
    ["too many calls", failing("error.toomanyrequests")],
    ["a server that is away", failing("error.unavailable")],
  ])("stays with %s, and nothing after it is tried", async (_, respond) => {
    await letWait(write("confirmation", 1), now);
    await letWait(write("confirmation", 2), now);
    const requests = respondWith(respond);
    await sendWaiting(later(1));
    expect(requests).toHaveBeenCalledTimes(1);
    expect(listWaiting().map(({ state }) => state)).toEqual(["line", "line"]);
  });

  it("stays to be read where the server refuses it, and what follows goes out", async () => {
    await letWait(write("review", 1), now);
    await letWait(write("review", 2), now);
    const responses = [failing("error.notfound"), sent];
    respondWith((...requests) => responses.shift()!(...requests));
    await sendWaiting(later(1));
    expect(listWaiting().map(({ placeId, state }) => [placeId, state])).toEqual([[1, "refused"]]);
  });

  it("of a day goes out, but not a millisecond older, unless it is a review", async () => {
    await letWait(write("report", 1), now);
    await letWait(write("review", 2), now);
    respondWith(failedResponses.none);
    await sendWaiting(later(staleAfterMs));
    expect(listWaiting().map(({ state }) => state)).toEqual(["line", "line"]);
    respondWith(sent);
    await sendWaiting(later(staleAfterMs + 1));
    expect(listWaiting().map(({ kind, state }) => [kind, state])).toEqual([["report", "expired"]]);
  });

  it("of an account waits until that account is signed in", async () => {
    signIn("anna@mosdo.example");
    await letWait(write("review"), now);
    expect(JSON.stringify(listWaiting())).not.toContain("anna");
    const respond = respondWith(sent);
    for (const other of ["bela@mosdo.example", null]) {
      signIn(other);
      await sendWaiting(later(1));
      expect(listWaiting()[0].state).toBe("author");
    }
    expect(respond).not.toHaveBeenCalled();
    signIn("anna@mosdo.example");
    await sendWaiting(later(2));
    expect(listWaiting()).toEqual([]);
  });

  it("is found again by its author, and what a visitor wrote by everyone", async () => {
    await letWait(write("report"), now);
    signIn("anna@mosdo.example");
    await letWait(write("review"), now);
    const find = (kind: "report" | "review") => findWaiting({ kind, placeId: 7 });
    expect((await find("review"))?.address).toBe(write("review").address);
    expect((await find("report"))?.address).toBe(write("report").address);
    expect(await findWaiting({ kind: "review", placeId: 8 })).toBeNull();
    for (const other of ["bela@mosdo.example", null]) {
      signIn(other);
      expect(await find("review")).toBeNull();
    }
  });

  it("of a visitor goes out in nobody's name, and in that of an account once it says so", async () => {
    const respond = respondWith(sent);
    await letWait(write("confirmation", 1), now);
    await sendWaiting(later(1));
    expect(listWaiting()).toEqual([]);
    await letWait(write("confirmation", 2), now);
    signIn("anna@mosdo.example");
    await sendWaiting(later(1));
    expect(listWaiting()).toMatchObject([{ placeId: 2, state: "asks" }]);
    expect(respond).toHaveBeenCalledTimes(1);
    vi.useFakeTimers({ toFake: ["Date"], now: later(2) });
    await claimWaiting(listWaiting()[0]);
    vi.useRealTimers();
    expect(respond).toHaveBeenCalledTimes(2);
    expect(listWaiting()).toEqual([]);
  });

  it("of a page that began without a connection is that of the account of the page before", async () => {
    signIn("anna@mosdo.example");
    await sendWaiting(now);
    const respond = respondWith(sent);
    const beginAsShell = (isShell: boolean) => {
      documentElement.dataset = isShell ? { kept: "" } : {};
      if (isShell) signIn(null);
    };
    beginAsShell(true);
    await letWait(write("review"), now);
    expect((await findWaiting({ kind: "review", placeId: 7 }))?.author).not.toBeNull();
    beginAsShell(false);
    signIn("bela@mosdo.example");
    await sendWaiting(later(1));
    expect(listWaiting()).toMatchObject([{ state: "author" }]);
    expect(respond).not.toHaveBeenCalled();
    signIn("anna@mosdo.example");
    await sendWaiting(later(2));
    expect(listWaiting()).toEqual([]);
    signIn(null);
    await sendWaiting(later(3));
    beginAsShell(true);
    await letWait(write("review"), later(4));
    expect(listWaiting()).toMatchObject([{ author: null }]);
  });

  it("of a page whose session the server could not read is that of the page before, and waits", async () => {
    signIn("anna@mosdo.example");
    await sendWaiting(now);
    signIn(null, { isSessionUnread: true });
    await letWait(write("review"), now);
    const respond = respondWith(sent);
    await sendWaiting(later(1));
    expect(respond).not.toHaveBeenCalled();
    expect(listWaiting()).toMatchObject([{ state: "line" }]);
    signIn("anna@mosdo.example");
    await sendWaiting(later(2));
    expect(listWaiting()).toEqual([]);
  });

  it("and is written anew while it is sent, is not lost", async () => {
    await letWait({ ...write("review"), message: { text: "a" } }, now);
    respondWith(async () => {
      if (listWaiting().some(({ message }) => JSON.stringify(message) === '{"text":"a"}')) {
        await letWait({ ...write("review"), message: { text: "b" } }, later(5));
      }
      return sent();
    });
    await sendWaiting(later(1));
    expect(listWaiting().map(({ message }) => message)).toEqual([{ text: "b" }]);
    await sendWaiting(later(6));
    expect(listWaiting()).toEqual([]);
  });

  it("is stored again only where its state changes", async () => {
    signIn("anna@mosdo.example");
    await letWait(write("review"), now);
    signIn(null);
    await sendWaiting(later(1));
    const setItem = vi.spyOn(localStorage, "setItem");
    await sendWaiting(later(2));
    expect(setItem).not.toHaveBeenCalled();
  });

  it("is not taken where it is not known whose it is, nor without storage", async () => {
    signIn(undefined);
    expect(await letWait(write(), now)).toBe(false);
    signIn(null);
    vi.stubGlobal("localStorage", undefined);
    expect(await letWait(write(), now)).toBe(false);
    expect(listWaiting()).toEqual([]);
  });
});
