import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { OpenStatus } from "#domain/opening/open-status.ts";
import type { Database } from "#server/database/connect.ts";
import { importFile } from "#server/import/import-file.ts";
import { addPerson } from "#tests/support/accounts/add-account.ts";
import { type MailServer, startMailServer } from "#tests/support/peers/mail-server.ts";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

/*
 * The server's clock is wrong, and jumps while the server runs; the database's clock and the mail server's are correct.
 * The opening status follows the server's clock; nothing else may depend on it.
 */

const minuteMs = 60_000;
const aheadMs = 10 * minuteMs;

/** Instant of the correct clock, which stands still. */
const rightMs = Date.now();

let mails: MailServer;
let server: TestServer;
/** Lines of the log from errors on. */
const errors: string[] = [];
/** A toilet of OpenStreetMap, imported before the server starts. */
const closedAtNight = {
  ...{ type: "node", id: 1, lat: 47.501, lon: 19.05 },
  tags: {
    amenity: "toilets",
    opening_hours: "24/7",
    "access:conditional": "no @ (22:00-06:00)",
    "addr:street": "Éj utca",
    "addr:housenumber": "22",
  },
};
/** Session of the administrator, whose places are accepted at once. */
let staff: string;
let count = 0;

beforeAll(async () => {
  mails = await startMailServer();
  const administrator = { email: "gazda@example.org", password: "Jelszo-123", name: "" };
  server = await startTestServer({
    log: pino({ level: "error" }, { write: (line) => void errors.push(line) }),
    settings: async ({ db }) => {
      await importElements(db.database, [closedAtNight]);
      return {
        ADMIN_USER_ID: await addPerson(db.database, administrator),
        SMTP_URL: mails.url,
        MAIL_FROM: "mosdo@example.org",
      };
    },
  });
  vi.useFakeTimers({ toFake: ["Date"], now: rightMs });
  const signedIn = await call("POST", "/api/auth/sign-in/email", { body: administrator });
  staff = cookieOf(signedIn);
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await mails?.[Symbol.asyncDispose]();
  vi.useRealTimers();
});

async function importElements(database: Database, elements: object[]): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "mosdo-clock-"));
  const path = join(folder.path, "toilets.json");
  await writeFile(path, JSON.stringify({ version: 0.6, elements }));
  const now = new Date(rightMs);
  await importFile({ database, path, country: null, now, onProgress: () => {} });
}

function setClock(shiftMs: number): void {
  vi.setSystemTime(rightMs + shiftMs);
}

async function call(
  method: string,
  path: string,
  { body, cookie = "" }: { body?: object; cookie?: string } = {},
): Promise<Response> {
  const { origin } = server;
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...{ Origin: origin, "Accept-Language": "en", Cookie: cookie },
      ...(body && { "Content-Type": "application/json" }),
    },
    body: body && JSON.stringify(body),
  });
  expect(response.status, `${method} ${path}`).toBeLessThan(500);
  return response;
}

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

/** Registers a new person, and returns their e-mail address and session. */
async function register(): Promise<{ email: string; cookie: string }> {
  const email = `person${++count}@example.org`;
  const body = { email, password: "Jelszo-123", name: "" };
  const response = await call("POST", "/api/auth/sign-up/email", { body });
  expect(response.status).toBe(200);
  return { email, cookie: cookieOf(response) };
}

/** Adds a place with the same hours each day. */
async function addPlace(hours: string): Promise<{ id: number; address: string }> {
  const number = ++count;
  const address = `Dobó tér ${number}.`;
  const body = {
    ...{ country: "HU", city: "Eger", address, comments: "" },
    ...{ accessible: true, public: true, latitude: 47.9, longitude: 20.37 + number / 1e3 },
    opening_times: Array.from({ length: 7 }, () => hours),
  };
  const added = await call("POST", "/api/v1/places", { body, cookie: staff });
  expect(added.status, await added.clone().text()).toBe(201);
  return { id: (await added.json()).id, address };
}

/** Time of day in Budapest, this many milliseconds from now by the correct clock. */
function budapestTime(inMs: number): string {
  const inBudapest = { timeZone: "Europe/Budapest", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat("en-GB", inBudapest).format(rightMs + inMs);
}

const openNow = new Set<string>(["open", "closes-soon"] satisfies OpenStatus[]);

/** Opening status of a place in the API and on the page of open places, which is cached. */
async function seen({ id, address }: { id: number; address: string }) {
  // First: by the others, too, the index notices that the minute has turned.
  const page = await (await call("GET", "/places?open=1&per_page=50")).text();
  const place = await (await call("GET", `/api/v1/places/${id}`)).json();
  const list = await (await call("GET", "/api/v1/places?open=1&per_page=50")).json();
  return {
    isOpen: openNow.has(place.open_status),
    inList: list.places.some((listed: { id: number }) => listed.id === id),
    onPage: page.includes(address),
  };
}

describe.each([
  ["right", 0],
  ["ten minutes ahead", aheadMs],
  ["ten minutes behind", -aheadMs],
])("with a clock that is %s", (_name, shiftMs) => {
  beforeAll(() => setClock(shiftMs));

  test("a new person is signed in, gets the mail, and signs in again", async () => {
    const { email, cookie } = await register();
    expect((await call("GET", "/api/v1/account/sessions", { cookie })).status).toBe(200);
    expect((await mails.mailTo(email, 20_000)).subject).not.toBe("");
    const body = { email, password: "Jelszo-123" };
    const again = await call("POST", "/api/auth/sign-in/email", { body });
    const sessions = await call("GET", "/api/v1/account/sessions", { cookie: cookieOf(again) });
    expect((await sessions.json()).sessions).toHaveLength(2);
  });

  test("a write is in the next response", async () => {
    const { id } = await addPlace("00:00-24:00");
    const body = { rating: 4, text: "clean" };
    const reviewed = await call("PUT", `/api/v1/places/${id}/reviews/me`, { body, cookie: staff });
    expect(reviewed.status, await reviewed.clone().text()).toBeLessThan(300);
    const place = await (await call("GET", `/api/v1/places/${id}`)).json();
    expect(place).toMatchObject({ open_status: "open", rating_count: 1 });
  });
});

test("a clock that jumps takes the opening status with it at once, and nothing else", async () => {
  setClock(0);
  const [begin, end] = [5 * minuteMs, 25 * minuteMs].map(budapestTime);
  const place = await addPlace(`${begin}-${end}`);
  const isClosed = { isOpen: false, inList: false, onPage: false };
  const isOpen = { isOpen: true, inList: true, onPage: true };
  for (const [shiftMs, expected] of [
    [0, isClosed],
    [aheadMs, isOpen],
    [-aheadMs, isClosed],
    [aheadMs, isOpen],
    [0, isClosed],
  ] as const) {
    setClock(shiftMs);
    expect(await seen(place)).toEqual(expected);
    expect((await call("GET", "/readyz")).status).toBe(200);
    expect((await call("GET", "/api/v1/account/sessions", { cookie: staff })).status).toBe(200);
    const other = await addPlace("00:00-24:00");
    expect(await seen(other), "a write is seen at once").toEqual(isOpen);
  }
  expect(errors).toEqual([]);
});

test.each([
  ["12:00", "2026-06-17T10:00:00Z", true],
  ["23:00", "2026-06-17T21:00:00Z", false],
])(
  "at %s a toilet of access:conditional=no @ (22:00-06:00) is, in API, filter, list and tile, %s",
  async (_time, instant, isOpen) => {
    vi.setSystemTime(new Date(instant));
    const { places } = await (
      await call("GET", "/api/v1/places?bbox=19.04,47.5,19.06,47.51")
    ).json();
    expect(await seen(places[0])).toEqual({ isOpen, inList: isOpen, onPage: isOpen });
    const tile = await (await call("GET", "/tiles/places/14/9058/5729.mvt")).arrayBuffer();
    const marker = new VectorTile(new PbfReader(tile)).layers.places.feature(0).properties;
    expect(openNow.has(marker.open as OpenStatus)).toBe(isOpen);
  },
);
