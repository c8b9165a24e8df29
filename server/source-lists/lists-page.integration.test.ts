import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { addTestAdministrator, testAdministrator } from "#tests/support/accounts/add-account.ts";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

/* The pages of a town's list as a browser without script uses them. */

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer({
    places: [{ city: "Győr", address: "Széchenyi tér 1.", longitude: 17.63, latitude: 47.68 }],
    settings: async ({ db }) => {
      await addTestAdministrator(db.database);
      return { ADMIN_USER_ID: testAdministrator.id };
    },
  });
  const { email, password } = testAdministrator;
  const { headers } = await post("/login", new URLSearchParams({ email, password }), null);
  cookie = headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
});

function post(path: string, body: FormData | URLSearchParams, sender: string | null = cookie) {
  const headers = { Origin: server.origin, ...(sender !== null && { Cookie: sender }) };
  return fetch(server.origin + path, { method: "POST", redirect: "manual", headers, body });
}

async function read(path: string): Promise<string> {
  const response = await fetch(`${server.origin + path}`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  return textOf(await response.text());
}

/** What a person reads of a page. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, " ")
    .replaceAll(/[\s\u00a0\u202f]+/g, " ");
}

function formWith(content: BlobPart, name = "wc.csv"): FormData {
  const form = new FormData();
  form.set("file", new Blob([content]), name);
  return form;
}

const table = `Name;Latitude;Longitude;Opening hours;Fee;Colour
Station;47.6801;17.6301;24/7;free;blue
Park;47.69;17.65;park hours;1 €;red
Nowhere;;;24/7;free;red
`;

it("takes a list over, and undoes that", async () => {
  const sent = await post("/moderation/lists?lang=en", formWith(table));
  expect(sent.status).toBe(303);
  const path = sent.headers.get("Location") ?? "";
  const preview = await read(`${path}?lang=en`);
  expect(preview).toMatch(/New \( 1 \) Already here \( 1 \) To look at \( 0 \) Left out \( 1 \)/);
  const source = { title: "Toilets of Győr", licence: "", allowsPassingOn: "1", link: "" };
  const takeOver = (given: object) =>
    post(path, new URLSearchParams({ intent: "take-over", ...source, ...given }));
  const refused = await takeOver({ link: "gyor" });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('value="Toilets of Győr"');
  expect((await takeOver({ licence: "CC BY 4.0" })).status).toBe(303);
  expect(await read(`${path}?lang=en`)).toMatch(/1 new toilet\..* Undo the whole import/);
  expect(await read("/moderation/lists?lang=en")).toMatch(/Toilets of Győr taken over/);
  expect((await post(path, new URLSearchParams({ intent: "undo" }))).status).toBe(303);
  expect(await read(`${path}?lang=en`)).toContain("This import was undone.");
});

it("takes large files of the administrator alone, and says in a sentence why one is refused", async () => {
  const large = new Uint8Array(300_000);
  const refused = await post("/moderation/lists?lang=en", formWith(large, "wc.xlsx"));
  expect(refused.status).toBe(303);
  const path = `${refused.headers.get("Location")}?lang=en`;
  const reason = "This is not a table that we can read.";
  await vi.waitFor(async () => expect(await read(path)).toContain(reason), { timeout: 20_000 });
  expect((await post("/moderation/lists", formWith(large), null)).status).toBe(413);
  const address = new URLSearchParams({ address: "http://a.example/wc.csv" });
  const unsafe = await post("/moderation/lists?lang=en", address);
  expect(unsafe.status).toBe(422);
  expect(textOf(await unsafe.text())).toContain("The address must begin with https:.");
});

it("is the administrator's", async () => {
  for (const path of ["/moderation/lists", "/moderation/lists/1"]) {
    expect((await fetch(server.origin + path)).status).toBe(401);
  }
  expect((await post("/moderation/lists", formWith(table), null)).status).toBe(401);
});
