import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addPlaces } from "#tests/support/database/add-places.ts";
import type { ServerProcess } from "#tests/support/server-process.ts";
import { startTwoServers, type TwoServers } from "#tests/support/two-servers.ts";

/*
 * Pages that two built servers on one database keep for visitors. One server takes a write; its own
 * pages show it at once, those of the other within two seconds.
 */

let servers: TwoServers;
let writing: ServerProcess;
let other: ServerProcess;
let write: TwoServers["write"];
/** The administrator's session. */
let cookie: string;
let shown: number;
let chosen: number;

beforeAll(async () => {
  servers = await startTwoServers({
    places: [{ comments: "shown" }, { comments: "chosen" }],
    accounts: ["anna@example.org"],
    logLevel: "warn",
  });
  ({ writing, other, write } = servers);
  [cookie] = servers.sessions;
  [shown, chosen] = servers.placeIds;
}, 300_000);
afterAll(() => servers[Symbol.asyncDispose]());

/** A visitor's page, without what differs from rendering to rendering. */
async function pageOf(server: ServerProcess, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.origin + path, {
    headers: { "Accept-Language": "en", ...headers },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
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
    "a visitor's confirmation",
    () => write("POST", `/places/${shown}/confirmations`, undefined, ""),
    both,
  ],
  [
    "a visitor's report that a place is out of order",
    () => write("POST", `/places/${shown}/reports`, { reason: "out-of-order" }, ""),
    both,
  ],
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
    expect(essence(again)).toBe(essence(visitors));
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
    // Once more where the machine was busy, or a minute turned between the two readings.
    await vi.waitFor(
      async () => {
        for (const [index, path] of paths().entries()) {
          const [there, here] = await Promise.all([pageOf(other, path), pageOf(writing, path)]);
          expect(essence(there), path).not.toBe(essence(before[2 * index + 1]));
          expect(essence(there), path).toBe(essence(here));
        }
      },
      { timeout: 2_000, interval: 200 },
    );
  },
);

/** What a page says: its status, and its text but for the instant of its rendering and its server's port. */
function essence({ status, text }: { status: number; text: string }): string {
  const varying = [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, / nonce="[^"]*"/g, /(?<=localhost):\d+/g];
  return `${status} ${varying.reduce((kept, part) => kept.replaceAll(part, ""), text)}`;
}

test("shows visitors no place that waits for acceptance", async () => {
  const [waiting] = await addPlaces(servers.db.database, [
    { accepted: false, city: "Sopronkeresztúr" },
  ]);
  await delay(2_000);
  expect((await pageOf(writing, "/places", { Cookie: cookie })).text).toContain("Sopronkeresztúr");
  expect((await pageOf(writing, "/places")).text).not.toContain("Sopronkeresztúr");
  expect((await pageOf(writing, `/?place=${waiting}`)).status).toBe(404);
  await write("POST", `/places/${waiting}/accept`);
  expect((await pageOf(writing, `/?place=${waiting}`)).status).toBe(200);
  expect((await pageOf(writing, "/places")).text).toContain("Sopronkeresztúr");
});

test("counts a page that a browser opens, kept or not, and none that the service worker keeps or another site shows", async () => {
  const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
  const opened = async () => {
    const { text } = await pageOf(writing, "/status?lang=en", { Cookie: cookie });
    const [, count] = /Pages opened.*?<tfoot.*?<td[^>]*>([\d,]+)</s.exec(text) ?? [];
    return Number(count ?? 0);
  };
  const load = (path: string, destination: string) =>
    pageOf(writing, path, {
      "User-Agent": browser,
      "Sec-Fetch-Dest": destination,
      // As browsers send it: what is kept is answered before the application.
      "Accept-Encoding": "gzip, deflate, br",
    });
  const before = await opened();
  // `/` is kept after its first answer; an address with a parameter that is not known is made anew.
  for (const path of ["/", "/", "/?other=1", "/embed", "/embed"]) {
    await load(path, "empty");
    await load(path, "iframe");
  }
  expect(await opened()).toBe(before);
  for (const path of ["/", "/?other=1", "/embed"]) await load(path, "document");
  expect(await opened()).toBe(before + 3);
});
