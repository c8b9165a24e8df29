import { expect, it } from "vitest";
import { visitorReportLimit } from "#domain/account/daily-limits.ts";
import { moderationPerPage } from "#domain/moderation/moderation-query.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";

/*
 * 500 accounts, half of them unconfirmed, and 5,000 IP addresses report the 89 places of a city as closed until a day,
 * for a day and a half. Run alone, it prints the city's closed places, for how long, and the staff's actions
 * (docs/product#more-reports-than-a-town-sees).
 */

const hourMs = 3_600_000;
const [accounts, ipAddresses] = [500, 5_000];
const city = { longitude: 19, latitude: 47 };
/** Number of concurrent reports. */
const atOnce = 16;

it("a city of 89 places loses nine of them at most, under 500 accounts and 5,000 IP addresses", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  let clock = new Date("2026-06-10T06:00:00.000Z");
  const config = { visitorReports: true, rateLimits: true };
  await using process = await createTestServices(database, { config, now: () => clock });
  const { services, placeIndex } = process;
  const ids = await addPlaces(
    database,
    Array.from({ length: 89 }, (_, at) => ({
      longitude: city.longitude + (at % 10) / 200,
      latitude: city.latitude + Math.floor(at / 10) / 300,
    })),
  );
  // Villages round it, and the next city.
  const others = await addPlaces(
    database,
    Array.from({ length: 60 }, (_, at) => ({ ...city, longitude: 19.5 + at / 100 })),
  );
  const attackers: Viewer[] = [];
  for (let at = 0; at < accounts; at++) {
    const email = `attacker-${at}@example.org`;
    const userId = await addAccount(database, email);
    attackers.push({ userId, email, role: "user", isUnconfirmed: at % 2 === 0 });
  }
  const administrator = {
    ...{ userId: await addAccount(database, "gazda@example.org"), email: "gazda@example.org" },
    role: "administrator" as const,
  };

  const closedIds = async () => {
    const rows = await database
      .selectFrom("place")
      .select("id")
      .where("closed_until", ">", clock)
      .execute();
    return rows.map(({ id }) => id);
  };
  let most = 0;
  const counts = { taken: 0, refused: 0 };
  const opensOn = () => new Date(clock.getTime() + 14 * 24 * hourMs).toISOString().slice(0, 10);
  const report = async (placeId: number, viewer: Viewer, clientAddress: string) => {
    const { ok } = await services.feedback.reportPlace(
      placeId,
      { reason: "closed-until", text: "", opens_on: opensOn() },
      viewer,
      { clientAddress },
    );
    counts[ok ? "taken" : "refused"]++;
  };
  /** Each attacker reports some places, each of them others first. */
  const attack = async (reportsEach: number) => {
    const jobs: (() => Promise<void>)[] = [];
    for (let step = 0; step < reportsEach; step++) {
      for (const [at, viewer] of attackers.entries()) {
        jobs.push(() => report(ids[(at + step * 7) % ids.length], viewer, `192.0.2.${at % 250}`));
      }
      for (let at = 0; at < ipAddresses; at++) {
        const address = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
        if (step < 2) {
          jobs.push(() => report(ids[(at + step * 11) % ids.length], visitor, address));
        }
      }
    }
    let next = 0;
    const worker = async () => {
      while (next < jobs.length) await jobs[next++]();
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    most = Math.max(most, (await closedIds()).length);
  };
  const nearestOpen = () => {
    placeIndex.refreshOpenSchedules(clock);
    const query = { filters: { ...noFilters, open: true }, includeUnknown: true, bbox: null };
    return placeIndex.nearest({ ...query, includeUnaccepted: false }, [19, 47], 0, 1)[0]?.id;
  };

  // The limits are per day, so that a third wave changes nothing before the next one.
  await attack(22);
  expect((await closedIds()).length).toBe(9);
  expect(ids).toContain(nearestOpen());
  clock = new Date(clock.getTime() + 25 * hourMs);
  await attack(5);
  expect(ids).toContain(nearestOpen());
  expect(most).toBe(9);
  expect((await closedIds()).every((id) => !others.includes(id))).toBe(true);
  const heldReports = await database
    .selectFrom("report")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("held", "=", true)
    .executeTakeFirstOrThrow();

  // Without staff.
  const attackEnd = clock;
  const lastUntil = await database
    .selectFrom("place")
    .select(({ fn }) => fn.max("closed_until").as("until"))
    .executeTakeFirstOrThrow();
  const hoursLeft = ((lastUntil.until?.getTime() ?? 0) - attackEnd.getTime()) / hourMs;
  expect(hoursLeft).toBeLessThanOrEqual(14 * 24);

  // Staff: tick all and open, page by page.
  let clicks = 0;
  for (;;) {
    const result = await services.moderation.readQueue({ part: "closed", page: 1 }, administrator);
    if (!result.ok) throw new Error(result.code);
    const listed = (result.queue.closed ?? []).map(({ place }) => place.id);
    if (listed.length === 0) break;
    const opened = await services.moderation.openPlaces(listed, administrator);
    expect(opened).toMatchObject({ ok: true, opened: listed.toSorted((a, b) => a - b) });
    clicks += 2;
  }
  expect(clicks).toBeLessThanOrEqual(2 * Math.ceil(ids.length / moderationPerPage));
  expect(await closedIds()).toEqual([]);
  const rest = await services.moderation.readQueue({ part: "reports", page: 1 }, administrator);
  expect(rest.ok && rest.queue.totals.reports).toBe(0);
  console.log(
    `${counts.taken} reports taken and ${counts.refused} refused (accounts ${accounts}, addresses ${ipAddresses} with ${visitorReportLimit} a day at most): ${most} of ${ids.length} places closed at a time, ${heldReports.count} reports held; without staff the last closure ends ${Math.round(hoursLeft)} h after the attack; with staff ${clicks} clicks.`,
  );
}, 900_000);
