import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * Pages that two built servers on one database keep for visitors. One server takes a write; its own
 * pages show it at once, those of the other within two seconds.
 */

const resources = new AsyncDisposableStack();
let db: TestDatabase;
let proxy: DatabaseProxy;
let dataDirectory: string;
let writing: ServerProcess;
let other: ServerProcess;
/** The administrator's session. */
let cookie: string;
let shown: number;
let chosen: number;

const password = "Aa1!aaaa";

beforeAll(async () => {
  buildWhenNeeded();
  dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-kept-"));
  resources.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  db = resources.use(await createTestDatabase());
  proxy = resources.use(await DatabaseProxy.start(db.connection));
  [shown, chosen] = await addPlaces(db.database, [{ comments: "shown" }, { comments: "chosen" }]);
  other = await startServer({});
  const registered = await fetch(`${other.origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: other.origin },
    body: JSON.stringify({ email: "anna@example.org", password, name: "" }),
  });
  expect(registered.status).toBe(200);
  cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const { id } = await db.database.selectFrom("account").select("id").executeTakeFirstOrThrow();
  writing = await startServer({ ADMIN_USER_ID: String(id) });
}, 300_000);
afterAll(() => resources.disposeAsync());

async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const server = new ServerProcess(await findFreePort(), {
    DATABASE_URL: proxy.url,
    DATA_DIR: dataDirectory,
    GEO_PROVIDER: "embedded",
    SAMPLE_PLACES: "off",
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    ...environment,
  });
  resources.defer(async () => void (await server.stop()));
  await server.readyAfterMs();
  return server;
}

/** A visitor's page, without what differs from rendering to rendering. */
async function pageOf(server: ServerProcess, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.origin + path, {
    headers: { "Accept-Language": "en", ...headers },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function write(method: string, path: string, body?: object) {
  const answer = await fetch(`${writing.origin}/api/v1${path}`, {
    method,
    headers: {
      Cookie: cookie,
      Origin: writing.origin,
      ...(body && { "Content-Type": "application/json" }),
    },
    body: body && JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}

const week = Array(7).fill("08:00-20:00");

/** Writes that visitors' pages show, in an order in which each finds what it needs. */
const writes: [name: string, write: () => Promise<void>, paths: () => string[]][] = [
  [
    "a review",
    () => write("PUT", `/places/${shown}/reviews/me`, { rating: 4, text: "good" }),
    both,
  ],
  [
    "another rating",
    () => write("PUT", `/places/${shown}/reviews/me`, { rating: 2, text: "" }),
    both,
  ],
  ["no review", () => write("DELETE", `/places/${shown}/reviews/me`), both],
  ["a confirmation", () => write("POST", `/places/${shown}/confirmations`), both],
  [
    "another position",
    () => write("PUT", `/places/${shown}/position`, { longitude: 17.6, latitude: 47.7 }),
    () => [`/?place=${shown}`],
  ],
  ["a deleted place", () => write("DELETE", `/places/${shown}`), both],
  ["a restored place", () => write("POST", `/places/${shown}/restore`), both],
  [
    "a new place",
    () =>
      write("POST", "/places", {
        country: "HU",
        city: "Eger",
        address: "Dobó tér 1.",
        accessible: true,
        public: true,
        latitude: 47.9,
        longitude: 20.37,
        opening_times: week,
      }),
    () => ["/places"],
  ],
];

function both(): string[] {
  return ["/places", `/?place=${shown}`];
}

test("keeps a page: the same again, with 304 for who has it", async () => {
  const first = await pageOf(other, "/places");
  const again = await pageOf(other, "/places");
  expect(first.status).toBe(200);
  expect(again.text).toBe(first.text);
  const etag = first.headers.get("ETag") ?? "";
  expect(again.headers.get("ETag")).toBe(etag);
  expect((await pageOf(other, "/places", { "If-None-Match": etag })).status).toBe(304);
});

test("shows each language its own page", async () => {
  const german = { "Accept-Language": "de" };
  for (const path of ["/", "/places", `/?place=${chosen}`, "/login", "/guide"]) {
    const english = await pageOf(other, path);
    const other1 = await pageOf(other, path, german);
    expect(english.text).toContain('<html lang="en">');
    expect(other1.text).toContain('<html lang="de">');
    expect((await pageOf(other, path)).text).toContain('<html lang="en">');
  }
});

test("shows someone with a session, and the administrator, never a kept page", async () => {
  for (const server of [other, writing]) {
    const visitors = await pageOf(server, "/places");
    const own = await pageOf(server, "/places", { Cookie: cookie });
    expect(own.text).toContain("anna@example.org");
    expect(own.headers.get("Cache-Control")).toMatch(/^private/);
    expect(own.headers.get("ETag")).toBeNull();
    const again = await pageOf(server, "/places");
    expect(again.text).toBe(visitors.text);
    expect(again.text).not.toContain("anna@example.org");
  }
});

test.each(writes)(
  "shows %s at once where it was written, and elsewhere within two seconds",
  async (_, change, paths) => {
    const before = await Promise.all(
      paths().flatMap((path) => [pageOf(writing, path), pageOf(other, path)]),
    );
    await change();
    const after = await Promise.all(paths().map((path) => pageOf(writing, path)));
    for (const [index, path] of paths().entries()) {
      expect(essence(after[index]), path).not.toBe(essence(before[2 * index]));
    }
    await delay(2_000);
    const elsewhere = await Promise.all(paths().map((path) => pageOf(other, path)));
    for (const [index, path] of paths().entries()) {
      expect(essence(elsewhere[index]), path).not.toBe(essence(before[2 * index + 1]));
      expect(essence(elsewhere[index]), path).toBe(essence(after[index]));
    }
  },
);

/** What a page says: its status, and its text but for the instant of its rendering. */
function essence({ status, text }: { status: number; text: string }): string {
  return `${status} ${text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "").replaceAll(/ nonce="[^"]*"/g, "")}`;
}

test("shows visitors no place that waits for acceptance", async () => {
  const [waiting] = await addPlaces(db.database, [{ accepted: false, city: "Sopronkeresztúr" }]);
  await delay(2_000);
  expect((await pageOf(writing, "/places", { Cookie: cookie })).text).toContain("Sopronkeresztúr");
  expect((await pageOf(writing, "/places")).text).not.toContain("Sopronkeresztúr");
  expect((await pageOf(writing, `/?place=${waiting}`)).status).toBe(404);
  await write("POST", `/places/${waiting}/accept`);
  expect((await pageOf(writing, `/?place=${waiting}`)).status).toBe(200);
  expect((await pageOf(writing, "/places")).text).toContain("Sopronkeresztúr");
});
