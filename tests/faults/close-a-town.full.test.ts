import { expect, it } from "vitest";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { applyHeldReports } from "#server/feedback/closures.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";

/*
 * One person with 5,000 IP addresses and 500 accounts, half of them unconfirmed, reports the 89 places of a city as
 * closed until a day: first seven addresses the seven places at its station, then all of them all places, those at the station
 * first, and some again on the next day. Run alone, it prints what is closed at worst, where, for how long, and how many
 * presses of staff undo it (docs/product#more-reports-than-a-town-sees).
 */

const hourMs = 3_600_000;
const [accounts, ipAddresses] = [500, 5_000];
const station: Coordinates = [19.02, 47.0125];
/** Number of concurrent reports. */
const atOnce = 16;

it("a city of 89 places loses nine of them at most, and three of six at its station, under 500 accounts and 5,000 addresses", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  let clock = new Date("2026-06-10T06:00:00.000Z");
  const config = { visitorReports: true, rateLimits: true };
  await using process = await createTestServices(database, { config, now: () => clock });
  const { services, placeIndex } = process;
  const positions = Array.from({ length: 89 }, (_, at): Coordinates => {
    return [19 + (at % 10) / 200, 47 + Math.floor(at / 10) / 300];
  }).toSorted((one, other) => distanceMeters(station, one) - distanceMeters(station, other));
  const place = ([longitude, latitude]: Coordinates) => ({ longitude, latitude });
  const ids = await addPlaces(database, positions.map(place));
  // Villages round it, and the next city.
  const others = await addPlaces(
    database,
    Array.from({ length: 60 }, (_, at) => place([19.5 + at / 100, 47])),
  );
  const signIn = async (email: string): Promise<Viewer & { userId: string }> => {
    return { userId: await addAccount(database, email), email, role: "user" };
  };
  const attackers: Viewer[] = [];
  for (let at = 0; at < accounts; at++) {
    const isUnconfirmed = at % 2 === 0;
    const account = await signIn(`attacker-${at}@example.org`);
    attackers.push({ ...account, isUnconfirmed });
  }
  await database
    .updateTable("account")
    .set({ email_verified: false })
    .where(
      "email",
      "in",
      attackers.flatMap(({ email, isUnconfirmed }) => (isUnconfirmed && email ? [email] : [])),
    )
    .execute();
  const contributor = await signIn("anna@example.org");
  const administrator: Viewer = { ...(await signIn("gazda@example.org")), role: "administrator" };

  const closedIds = async () => {
    const closed = database.selectFrom("place").select("id").where("closed_until", ">", clock);
    return new Set((await closed.execute()).map(({ id }) => id));
  };
  const figures = { closed: 0, ofSix: 0, toNextM: 0, withoutOpen: 0, hours: 0, elsewhere: 0 };
  /** Time since which a place has been closed without a break. */
  const since = new Map<number, Date>();
  const look = async () => {
    const closed = await closedIds();
    for (const id of ids) {
      if (!closed.has(id)) since.delete(id);
      else if (!since.has(id)) since.set(id, clock);
    }
    const hours = [...since.values()].map((began) => (clock.getTime() - began.getTime()) / hourMs);
    let [ofSix, withoutOpen] = [0, 0];
    for (const stand of positions) {
      const near = positions
        .map((position, at) => ({ meters: distanceMeters(stand, position), id: ids[at] }))
        .toSorted(
          (one, other) =>
            one.meters - other.meters || Number(closed.has(other.id)) - Number(closed.has(one.id)),
        );
      ofSix = Math.max(ofSix, near.slice(0, 6).filter(({ id }) => closed.has(id)).length);
      if (near.every(({ meters, id }) => meters > 1_000 || closed.has(id))) withoutOpen++;
    }
    const nearest = positions.find((_, at) => !closed.has(ids[at])) ?? [0, 0];
    const now = { ofSix, withoutOpen, toNextM: Math.round(distanceMeters(station, nearest)) };
    figures.closed = Math.max(figures.closed, closed.size);
    figures.ofSix = Math.max(figures.ofSix, now.ofSix);
    figures.withoutOpen = Math.max(figures.withoutOpen, now.withoutOpen);
    figures.toNextM = Math.max(figures.toNextM, now.toNextM);
    const elsewhere = others.filter((id) => closed.has(id)).length;
    figures.elsewhere = Math.max(figures.elsewhere, elsewhere);
    figures.hours = Math.max(figures.hours, ...hours);
    return { ...now, closed: closed.size };
  };
  const later = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      clock = new Date(clock.getTime() + hourMs);
      await applyHeldReports({ database, now: () => clock });
      await look();
    }
  };

  const counts = { taken: 0, refused: 0 };
  const report = async (placeId: number, viewer: Viewer, clientAddress: string) => {
    const opens_on = new Date(clock.getTime() + 14 * 24 * hourMs).toISOString().slice(0, 10);
    const { ok } = await services.writes.reportPlace(
      placeId,
      { reason: "closed-until", text: "", opens_on },
      viewer,
      { clientAddress },
    );
    counts[ok ? "taken" : "refused"]++;
  };
  const addressOf = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
  /** Each attacker reports a place, each of them others; accounts some more. */
  const attack = async (addresses: number) => {
    const jobs: (() => Promise<void>)[] = [];
    for (let at = 0; at < addresses; at++) {
      jobs.push(() => report(ids[at % ids.length], visitor, addressOf(at)));
    }
    for (let step = 0; step < 2; step++) {
      for (const [at, viewer] of attackers.entries()) {
        jobs.push(() => report(ids[(at + step * 7) % ids.length], viewer, addressOf(at)));
      }
    }
    let next = 0;
    const worker = async () => {
      while (next < jobs.length) await jobs[next++]();
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return look();
  };
  /** Staff tick all and open them, page by page. */
  const openAll = async () => {
    for (let presses = 0; ; presses += 2) {
      const result = await services.moderation.readQueue(
        { part: "closed", page: 1 },
        administrator,
      );
      if (!result.ok) throw new Error(result.code);
      const listed = (result.queue.closed ?? []).map((listed) => listed.place.id);
      if (listed.length === 0) return presses;
      await services.writes.openPlaces(listed, administrator);
    }
  };
  const seven = async (first: number) => {
    for (let at = 0; at < 7; at++) await report(ids[at], visitor, `192.0.2.${first + at}`);
    return look();
  };

  const bySeven = await seven(0);
  // More addresses elsewhere, then somebody else's true report.
  for (let at = 7; at < 40; at++) await report(ids[at], visitor, `192.0.2.${at}`);
  const farther = ids[80];
  await report(farther, contributor, "198.51.100.1");
  const trueReport = (await closedIds()).has(farther) ? "applied" : "held";
  const presses = await openAll();
  const bySevenAgain = await seven(100);
  const other = await openAll();

  const byAll = await attack(ipAddresses);
  placeIndex.refreshOpenSchedules(clock);
  const query = { filters: { ...noFilters, open: true }, includeUnknown: true, bbox: null };
  const [nearest] = placeIndex.nearest({ ...query, includeUnaccepted: false }, station, 0, 1);
  expect(ids).toContain(nearest?.id);
  await later(25);
  await attack(ipAddresses / 5);
  const last = await database
    .selectFrom("place")
    .select(({ fn }) => fn.max("closed_until").as("until"))
    .executeTakeFirstOrThrow();
  const hoursLeft = ((last.until?.getTime() ?? 0) - clock.getTime()) / hourMs;
  const held = await database
    .selectFrom("report")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("held", "=", true)
    .executeTakeFirstOrThrow();
  const pressesAfterAll = await openAll();
  const rest = await services.moderation.readQueue({ part: "reports", page: 1 }, administrator);
  const afterOpening = await look();
  await later(25);
  const dayAfter = await look();

  console.log(
    [
      `Seven addresses at the station ${formatCoordinates(station)}: ${JSON.stringify(bySeven)}; a confirmed account's report elsewhere is ${trueReport}; ${presses} presses open all; seven others: ${JSON.stringify(bySevenAgain)}, ${other} presses.`,
      `${accounts} accounts and ${ipAddresses} addresses: ${counts.taken} reports taken, ${counts.refused} refused, ${held.count} held. At once: ${JSON.stringify(byAll)}. At worst of all hours: ${JSON.stringify(figures)}.`,
      `Without staff the last closure ends ${Math.round(hoursLeft)} h after the second wave; with staff ${pressesAfterAll} presses undo all: ${JSON.stringify(afterOpening)}, and a day later ${JSON.stringify(dayAfter)}.`,
    ].join("\n"),
  );
  expect(bySeven.closed).toBeLessThanOrEqual(4);
  expect(bySeven.ofSix).toBe(3);
  expect(trueReport).toBe("applied");
  expect(bySevenAgain.closed).toBe(0);
  expect(figures).toMatchObject({ closed: 9, ofSix: 3, withoutOpen: 0, elsewhere: 0 });
  expect(hoursLeft).toBeLessThanOrEqual(14 * 24);
  expect(pressesAfterAll).toBeLessThanOrEqual(10);
  expect(rest.ok && rest.queue.totals.reports).toBe(0);
  expect(afterOpening.closed).toBe(0);
  expect(dayAfter.closed).toBe(0);
}, 900_000);
