import { expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { type DoorAnswer, forgetObservations } from "#server/feedback/observations.ts";
import { forgetVisitors } from "#server/feedback/visitor-feedback.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";

/*
 * One person with 5,000 IP addresses and 500 accounts answers on two days that the 89 places of a town are closed:
 * half of them have hours and are open, of the others nothing is known but what honest visitors found, and of ten staff
 * have said so too. Run alone, it prints what visitors see, and how many presses of staff undo it
 * (docs/product#likely-open).
 */

const dayMs = 86_400_000;
const [accounts, ipAddresses] = [500, 5_000];
/** Number of concurrent answers. */
const atOnce = 16;

it("a town of 89 places stays open to the filter under 500 accounts and 5,000 addresses that call it closed", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  // A Monday at noon.
  let clock = new Date("2026-06-15T10:00:00.000Z");
  const now = () => clock;
  const config = { visitorReports: true, rateLimits: true };
  await using process = await createTestServices(database, { config, now });
  const { services, placeIndex } = process;
  const unknownTimes = Array<string>(7).fill("-");
  const ids = await addPlaces(
    database,
    Array.from({ length: 89 }, (_, at) => ({
      ...{ longitude: 19 + (at % 10) / 200, latitude: 47 + Math.floor(at / 10) / 300 },
      ...(at % 2 === 0 && { openingTimes: unknownTimes }),
    })),
  );
  const ofUnknownHours = ids.filter((_, at) => at % 2 === 0);
  const trusted = ofUnknownHours.slice(0, 10);
  const signIn = async (email: string, role: Viewer["role"]) => {
    return { userId: await addAccount(database, email), email, role };
  };
  const administrator = await signIn("gazda@example.org", "administrator");
  const attackers: Viewer[] = [];
  for (let at = 0; at < accounts; at++) {
    attackers.push(await signIn(`attacker-${at}@example.org`, "user"));
  }

  const counts = { taken: 0, refused: 0 };
  const answer = async (id: number, is: boolean, viewer: Viewer, clientAddress: string) => {
    const given: DoorAnswer = { asked: "open", answer: is };
    const { ok } = await services.writes.observePlace(id, given, viewer, { clientAddress });
    counts[ok ? "taken" : "refused"]++;
  };
  const nextDay = async () => {
    clock = new Date(clock.getTime() + dayMs);
    await forgetVisitors({ database, now });
    placeIndex.refreshOpenSchedules(clock);
  };

  // Honest visitors on two days, staff on one of them.
  for (const day of [0, 1]) {
    for (const [at, id] of ofUnknownHours.entries()) {
      await answer(id, true, visitor, `192.0.2.${10 * day + Math.floor(at / 20)}`);
    }
    await nextDay();
  }
  for (const id of trusted) await answer(id, true, administrator, "198.51.100.1");
  const honest = counts.refused;

  const look = async () => {
    placeIndex.refreshOpenSchedules(clock);
    const query = { filters: noFilters, includeUnknown: false, near: null } as const;
    const page = { page: 1, perPage: 100, sort: "added-asc", bbox: null } as const;
    const { places } = await services.places.listPlaces({ ...query, ...page }, visitor);
    const open = await services.places.listPlaces(
      { ...query, ...page, filters: { ...noFilters, open: true } },
      visitor,
    );
    const found = (is: boolean, unknown: boolean) =>
      places.filter(
        ({ likely, open_status }) => likely?.open === is && (open_status === "none") === unknown,
      ).length;
    return {
      likelyOpen: found(true, true),
      likelyClosed: found(false, true),
      saidClosedInHours: found(false, false),
      passesOpenFilter: open.total,
      listed: places.length,
    };
  };
  const before = await look();

  /** Each address and each account answers about some places. */
  const attack = async () => {
    const jobs: (() => Promise<void>)[] = [];
    for (let at = 0; at < ipAddresses; at++) {
      const address = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
      jobs.push(() => answer(ids[at % ids.length], false, visitor, address));
    }
    for (const [at, viewer] of attackers.entries()) {
      jobs.push(() => answer(ids[(7 * at) % ids.length], false, viewer, `11.0.0.${at & 255}`));
    }
    let next = 0;
    const worker = async () => {
      while (next < jobs.length) await jobs[next++]();
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return look();
  };
  const waves = [];
  for (let day = 0; day < 2; day++) {
    waves.push(await attack());
    if (day < 1) await nextDay();
  }
  const seenOfTrusted = await Promise.all(
    trusted.map(async (id) => (await services.places.findPlace(id, visitor))?.likely?.open),
  );
  const near = [19, 47] as const;
  const nearestQuery = { near, filters: noFilters, includeUnknown: false };
  const nearest = await services.places.findNearestPlaces(nearestQuery, visitor);

  // Staff tick all reports of a page and decline them, page by page.
  let presses = 0;
  for (;;) {
    const list = await services.moderation.readTasks({ kind: "reports", page: 1 }, administrator);
    if (!list.ok) throw new Error(list.code);
    const reports = list.tasks.flatMap((task) => (task.kind === "reports" ? [task.entry] : []));
    if (reports.length === 0) break;
    const result = await services.writes.decide(
      {
        ...{ intent: "decide", kind: "reports", outcome: "declined", reason: "", fields: null },
        ids: reports.map((report) => report.reports[0].id),
        ...{ versions: {}, filter: {} },
      },
      administrator,
    );
    expect(result.ok).toBe(true);
    presses += 3;
  }
  const declined = await look();
  const firstDay = new Date(clock.getTime() - dayMs).toISOString().slice(0, 10);
  const forgotten = await forgetObservations({ database, now }, firstDay);
  await process.feed.catchUp();
  const after = await look();

  console.log(
    [
      `Before: ${JSON.stringify(before)}.`,
      `${accounts} accounts and ${ipAddresses} addresses on two days: ${counts.taken} answers taken, ${counts.refused - honest} refused.`,
      ...waves.map((wave, day) => `Day ${day + 1}: ${JSON.stringify(wave)}.`),
      `${presses} presses decline what was found in hours: ${JSON.stringify(declined)}.`,
      `One command removes ${forgotten} answers of two days: ${JSON.stringify(after)}.`,
    ].join("\n"),
  );
  expect(before).toMatchObject({ likelyOpen: 45, saidClosedInHours: 0, passesOpenFilter: 44 });
  // The first day proves nothing of hours; no day closes or hides anything.
  expect(waves[0]).toMatchObject({ likelyClosed: 0, saidClosedInHours: 0 });
  for (const wave of waves) expect(wave).toMatchObject({ passesOpenFilter: 44, listed: 89 });
  expect(seenOfTrusted).toEqual(trusted.map(() => true));
  expect(nearest.open).not.toBeNull();
  expect(presses).toBeLessThanOrEqual(15);
  expect(declined.saidClosedInHours).toBe(0);
  expect(after).toEqual(before);
}, 900_000);
