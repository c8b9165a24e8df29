import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenStatus } from "#domain/opening/open-status.ts";
import { type MailServer, startMailServer } from "#tests/support/peers/mail-server.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { clockEnvironment, clockMemoryMs } from "#tests/support/test-clock.ts";

/*
 * The server's clock is wrong, and jumps while the server runs; the database's clock and the mail server's are
 * right. The opening status follows the server's clock; nothing else may depend on it.
 */

const minuteMs = 60_000;
const aheadMs = 10 * minuteMs;

let dataDirectory: string;
let shiftFile: string;
let mails: MailServer;
let server: ServerProcess;
/** Session of the administrator, whose places are accepted at once. */
let staff: string;
let count = 0;

beforeAll(async () => {
  buildWhenNeeded();
  dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-clock-"));
  shiftFile = join(dataDirectory, "shift");
  setClock(0);
  mails = await startMailServer();
  await startServer();
  const { id, cookie } = await register();
  staff = cookie;
  await server.stop();
  await startServer({ ADMIN_USER_ID: id });
});
afterAll(async () => {
  await server.stop();
  await mails[Symbol.asyncDispose]();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function startServer(variables: Record<string, string> = {}): Promise<void> {
  server = new ServerProcess(await findFreePort(), {
    DATA_DIR: dataDirectory,
    GEO_PROVIDER: "embedded",
    SAMPLE_PLACES: "off",
    LOG_LEVEL: "warn",
    SMTP_URL: mails.url,
    MAIL_FROM: "mosdo@example.org",
    ...clockEnvironment(shiftFile),
    ...variables,
  });
  await server.readyAfterMs();
}

function setClock(shiftMs: number): void {
  writeFileSync(shiftFile, String(shiftMs));
}

async function call(
  method: string,
  path: string,
  { body, cookie = "" }: { body?: object; cookie?: string } = {},
): Promise<Response> {
  const { origin } = server;
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...{ Origin: origin, "Accept-Language": "en", Cookie: cookie },
      ...(body && { "Content-Type": "application/json" }),
    },
    body: body && JSON.stringify(body),
  });
  expect(answer.status, `${method} ${path}`).toBeLessThan(500);
  return answer;
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

/** Registers a new person, and returns their account, address and session. */
async function register(): Promise<{ id: string; email: string; cookie: string }> {
  const email = `person${++count}@example.org`;
  const body = { email, password: "Jelszo-123", name: "" };
  const answer = await call("POST", "/api/auth/sign-up/email", { body });
  expect(answer.status).toBe(200);
  return { id: (await answer.json()).user.id, email, cookie: cookieOf(answer) };
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

/** Time of day in Budapest, so many milliseconds from now by the right clock. */
function budapestTime(inMs: number): string {
  const inBudapest = { timeZone: "Europe/Budapest", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat("en-GB", inBudapest).format(Date.now() + inMs);
}

const openNow = new Set<string>(["open", "closes-soon"] satisfies OpenStatus[]);

/** What visitors are told of a place by the API and by the page of open places, which is kept. */
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

  test("who registers is signed in, gets the mail, and signs in again", async () => {
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
    await delay(2 * clockMemoryMs);
    expect(await seen(place)).toEqual(expected);
    expect((await call("GET", "/readyz")).status).toBe(200);
    expect((await call("GET", "/api/v1/account/sessions", { cookie: staff })).status).toBe(200);
    const other = await addPlace("00:00-24:00");
    expect(await seen(other), "a write is seen at once").toEqual(isOpen);
  }
  expect(server.output.split("\n").filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});
