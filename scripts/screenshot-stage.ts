import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { reportGonePlaces } from "#server/feedback/reports.ts";
import {
  addAccount,
  addPerson,
  addTestAdministrator,
  testAdministrator,
} from "#tests/support/accounts/add-account.ts";
import { addPlaces, type TestPlace } from "#tests/support/database/add-places.ts";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import { startMailServer } from "#tests/support/peers/mail-server.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

/** A server of the pictures' own, with their places, people and mails. */
export interface Stage extends AsyncDisposable {
  readonly origin: string;
  /** The id of a place, by its role in the pictures. */
  readonly placeIds: Readonly<Record<keyof typeof shownPlaces, number>>;
  /** Account that sent the pending items. */
  readonly sender: { readonly email: string; readonly password: string };
  readonly administrator: { readonly email: string; readonly password: string };
  readonly moderator: { readonly email: string; readonly password: string };
  /** Account with a confirmed address and without contributions. */
  readonly newcomer: { readonly email: string };
  /** A review that was reported. */
  readonly reviewId: number;
  /** Path of the link in the mail to a new account. */
  readonly confirmationPath: string;
  /** Stops the server's database for good. */
  stopDatabase(): Promise<void>;
}

const sender = { email: "anna@mosdo.example", password: "Mosdo!2026" };
const moderator = { email: "misi@mosdo.example", password: "Mosdo!2026" };
const newcomer = { email: "kata@mosdo.example" };
const square = { city: "Budapest", postcode: "1052", longitude: 19.0533, latitude: 47.4975 };
const daytime = Array<string>(7).fill("08:00-20:00");

/** Places in addition to the samples. Pending ones are in a town with others, so in a cluster. */
const shownPlaces = {
  upstairs: {
    ...square,
    address: "Deák Ferenc tér 3.",
    comments: "az emeleten",
    openingTimes: daytime,
    facts: {
      wheelchair: "limited",
      access: "customers",
      pay_coins: "yes",
      pay_card: "no",
      changing_table: "yes",
      changing_table_room: "women",
      women: "yes",
      men: "yes",
      euro_key: "yes",
      hand_washing: "yes",
      paper: "no",
      door_width: 80,
      door: "a mozgólépcső mögött, a bal oldali folyosó végén",
      inside: "Deák udvar",
      level: "1",
      operator: "Fővárosi Vízművek",
      scheme: "Nette Toilette",
    },
    price: 300,
  },
  downstairs: {
    ...square,
    address: "Deák Ferenc tér 3.",
    comments: "az aluljáróban",
    openingTimes: daytime,
  },
  pending: {
    city: "Budapest",
    address: "Kossuth Lajos utca 7–9.",
    comments: "a kávézó hátsó udvarában",
    longitude: 19.0561,
    latitude: 47.4937,
    accepted: false,
    openingTimes: ["-", ...Array<string>(5).fill("07:30-22:00"), "10:00-18:00"],
  },
  approximate: {
    city: "Debrecen",
    address: "Piac utca 77.",
    longitude: 21.6273,
    latitude: 47.5316,
    accepted: false,
    position_approximate: true,
  },
  seasonal: {
    city: "Szentendre",
    postcode: "2000",
    address: "Dunakorzó 18.",
    comments: "a hajóállomásnál",
    longitude: 19.0778,
    latitude: 47.6671,
    opening_hours:
      "Apr-Oct: Mo-Fr 07:00-12:00,13:00-20:00; Apr-Oct: Sa,Su 08:00-22:00; Nov-Mar: Mo-Su 09:00-15:30; PH off",
    openingTimes: Array<string>(7).fill("09:00-15:30"),
    facts: { wheelchair: "yes", changing_table: "yes" },
  },
  broken: {
    city: "Szentendre",
    postcode: "2000",
    address: "Fő tér 5.",
    comments: "az udvarban",
    longitude: 19.0762,
    latitude: 47.6694,
    openingTimes: daytime,
    facts: { wheelchair: "limited", changing_table: "no" },
  },
} as const satisfies Record<string, TestPlace>;

/** Starts a built server on a separate database, with samples and with {@link shownPlaces}. */
export async function startStage(): Promise<Stage> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-pictures-"));
  const resources = new AsyncDisposableStack();
  resources.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const postgres = resources.use(await startEmbeddedPostgres({ dataDirectory, log: silentLog }));
  const database = connectDatabase(postgres.connection, { log: silentLog });
  resources.defer(() => database.destroy());
  await migrate(database);
  await addTestAdministrator(database);
  const moderatorId = await addPerson(database, moderator);
  await database
    .updateTable("account")
    .set({ moderator_since: new Date("2026-06-10T10:00:00Z") })
    .where("id", "=", moderatorId)
    .execute();
  await addAccount(database, newcomer.email);
  const mail = resources.use(await startMailServer());
  const proxy = resources.use(await DatabaseProxy.start(postgres.connection));
  const server = new ServerProcess(await findFreePort(), {
    DATABASE_URL: proxy.url,
    DATA_DIR: dataDirectory,
    SMTP_URL: mail.url,
    ADMIN_USER_ID: testAdministrator.id,
    CONTACT_EMAIL: "segitseg@mosdo.example",
    GEO_PROVIDER: "embedded",
    LOG_LEVEL: "warn",
    RATE_LIMITS: "off",
  });
  resources.defer(async () => void (await server.stop()));
  await server.readyAfterMs();

  const names = Object.keys(shownPlaces) as (keyof typeof shownPlaces)[];
  const ids = await addPlaces(
    database,
    names.map((name): TestPlace => shownPlaces[name]),
  );
  const placeIds = Object.fromEntries(names.map((name, index) => [name, ids[index]]));
  await sendSomething(server.origin, placeIds.upstairs);
  await decideSomething(database, placeIds.upstairs);
  const reviewId = await reportReview(server.origin);
  // A visitor finds a door locked.
  const broken = `/places/${placeIds.broken}/reports`;
  await send(server.origin, ["POST", broken], { reason: "out-of-order" });
  await database
    .transaction()
    .execute((transaction) =>
      reportGonePlaces(transaction, [placeIds.seasonal], new Date("2026-11-20T02:30:00Z")),
    );
  const { text = "" } = await mail.mailTo(sender.email);
  const confirmation = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? server.origin);
  confirmation.searchParams.delete("lang");
  // The index is updated about once a second.
  await delay(3_000);
  return {
    origin: server.origin,
    placeIds: placeIds as Stage["placeIds"],
    sender,
    administrator: testAdministrator,
    moderator,
    newcomer,
    reviewId,
    confirmationPath: confirmation.pathname + confirmation.search,
    stopDatabase: async () => {
      // The server caches what a visitor has seen before.
      await fetch(`${server.origin}/places`).then((response) => response.text());
      await proxy.set("refuse");
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Places, an edit and a report of a review of that account that staff have decided on. */
async function decideSomething(database: Database, placeId: number): Promise<void> {
  const { id } = await database
    .selectFrom("account")
    .select("id")
    .where("email", "=", sender.email)
    .executeTakeFirstOrThrow();
  const sent = { ...square, added_by: id };
  const decided_at = new Date("2026-10-04T08:30:00Z");
  await addPlaces(database, [
    { ...sent, address: "Bárczy István utca 2.", added: new Date("2026-09-30T16:20:00Z") },
    {
      ...sent,
      address: "Sütő utca 4.",
      added: new Date("2026-10-02T07:05:00Z"),
      accepted: false,
      deleted_at: decided_at,
      declined_reason: "Ez egy lakóház lépcsőháza, oda nem engednek be senkit.",
    },
  ]);
  const changes = {
    address: { from: "Deák Ferenc tér 3.", to: "Deák Ferenc tér 3/A" },
    paper: { from: "no", to: "yes" },
  };
  await database
    .insertInto("place_proposal")
    .values({
      place_id: placeId,
      account_id: id,
      version: 1,
      changes: JSON.stringify(changes),
      at: new Date("2026-10-03T11:00:00Z"),
      decided_at,
      outcome: "part",
      accepted_fields: ["paper"],
      reason: "A házszámot a helyszínen megnéztük: 3.",
    })
    .execute();
  await database
    .insertInto("review_report")
    .values({
      ...{
        place_id: placeId,
        account_id: id,
        reason: "insult",
        at: new Date("2026-10-01T06:45:00Z"),
      },
      ...{ resolved_at: decided_at, outcome: "kept", answer: "Éles hangú, de nem sértő." },
    })
    .execute();
}

/** A call of the API, by default of a visitor without an account. */
async function send(
  origin: string,
  [method, path]: readonly [method: string, path: string],
  message: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { Origin: origin, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(message),
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}

async function reportReview(origin: string): Promise<number> {
  const { reviews } = await (await fetch(`${origin}/api/v1/places/1/reviews`)).json();
  const { id } = reviews[0];
  const report = { reason: "off-topic", text: "Ez a szomszéd kávézóról szól." };
  await send(origin, ["POST", `/places/1/reviews/${id}/reports`], report);
  return id;
}

/** An account that reports a place, corrects another's address and writes a review. */
async function sendSomething(origin: string, placeId: number): Promise<void> {
  const { email, password } = sender;
  const registered = await fetch(`${origin}/register`, {
    method: "POST",
    headers: { Origin: origin, "Accept-Language": "hu" },
    body: new URLSearchParams({ email, password, confirmation: password, terms: "1" }),
    redirect: "manual",
  });
  const cookies = registered.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  const headers = { Cookie: cookies.join("; "), "If-Match": "*" };
  const sendAs = (method: string, path: string, message: object) =>
    send(origin, [method, path], message, headers);
  const text = "Hétvégén már este hatkor bezár, hiába írja ki, hogy nyolcig van nyitva.";
  await sendAs("POST", `/places/${placeId}/reports`, { reason: "hours", text });
  await sendAs("POST", "/places/1/reports", { reason: "closed", text: "" });
  const opens_on = new Date(Date.now() + 10 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  await sendAs("POST", "/places/3/reports", { reason: "closed-until", text: "", opens_on });
  await sendAs("POST", "/corrections", {
    action: "edit",
    reason: "Átnevezték a teret.",
    location: { longitude: square.longitude, latitude: square.latitude },
    changes: { address: "Deák tér 3." },
    placeName: "Deák Ferenc tér 3., Budapest",
  });
  await sendAs("PATCH", `/places/${placeId}`, {
    opening_hours: "Mo-Fr 06:00-12:00,13:00-22:00; Sa-Su 08:00-20:00",
    facts: { wheelchair: "yes", paper: "yes", euro_key: null },
    comments: "az emeleten, a mozgólépcsőtől balra",
    longitude: square.longitude + 0.0006,
    note: "Ma jártam ott: új a felvonó, és a nyitvatartás is megváltozott.",
  });
  await sendAs("PUT", "/places/1/reviews/me", { rating: 4, text: "Tiszta, de drága." });
}
