import { expect, test } from "vitest";
import type { Way } from "#domain/way/way.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { createTestApi } from "#tests/support/services/test-api.ts";

const week = (hours: string) => Array<string>(7).fill(hours);

/** A way along a meridian, a degree of which is 111.2 km. */
const line = {
  type: "LineString",
  coordinates: [
    [19, 47],
    [19, 47.9],
  ],
};

test("has the places along a way as they are when one passes them", async () => {
  await using db = await createTestDatabase();
  const at = (north: number) => ({ longitude: 19.001, latitude: 47 + north });
  const [always, morning, night, summer, holiday, unknown, guests] = await addPlaces(db.database, [
    { ...at(0.1), openingTimes: week("00:00-24:00") },
    { ...at(0.2), openingTimes: week("08:00-10:00") },
    { ...at(0.3), openingTimes: week("22:00-06:00") },
    { ...at(0.4), opening_hours: "May-Sep: 00:00-24:00" },
    { ...at(0.5), opening_hours: "Mo-Su 00:00-24:00; PH off", country: "HU" },
    { ...at(0.6), openingTimes: week("-") },
    { ...at(0.7), openingTimes: week("00:00-24:00"), facts: { access: "customers" } },
    { ...at(0.8), longitude: 19.2, openingTimes: week("00:00-24:00") },
  ]);
  // A Saturday; the Sunday is a public holiday.
  const now = new Date("2026-03-14T06:30:00Z");
  await using api = await createTestApi(db.database, { now: () => now });
  const wayOf = async (search: string): Promise<Way> => {
    const response = await api.call({ method: "POST", path: `/ways${search}`, body: line });
    expect(response.status).toBe(200);
    return response.json();
  };
  const statuses = ({ places }: Way) =>
    Object.fromEntries(places.map(({ place, open_status }) => [place.id, open_status]));

  // 11.12 km an hour: a tenth of a degree takes an hour, and the second place is passed at half past nine.
  const way = await wayOf("?by=bicycle&speed=11");
  expect(way).toMatchObject({ kind: "straight", departs: now.toISOString() });
  expect(way.distance).toBeCloseTo(100_076, -2);
  expect(way.places.map(({ place }) => place.id)).toEqual([
    ...[always, morning, night, summer, holiday, unknown, guests],
  ]);
  expect(statuses(way)).toEqual({
    [always]: "open",
    [morning]: "closes-soon",
    [night]: "closed",
    [summer]: "closed",
    [holiday]: "open",
    [unknown]: "none",
    [guests]: "open",
  });
  // For everyone, and not surely closed.
  expect(way.places.map(({ stop }) => stop)).toEqual([
    ...["open", "open", null, null, "open", "unknown", null],
  ]);
  const [first] = way.places;
  expect(first.detour).toBeCloseTo(75.8, 0);
  expect(first.along).toBeCloseTo(11_120, -2);
  expect(Date.parse(first.arrives) - now.getTime()).toBeCloseTo(3_639_000, -4);
  // From the holiday's place on nothing is open for everyone.
  expect(way.longest_gap.from).toBeCloseTo(55_600, -2);
  expect(way.longest_gap.to).toBe(way.distance);
  expect(way.longest_gap.duration).toBeCloseTo(way.longest_gap.distance / (11 / 3.6), 3);

  // Over midnight, into the holiday and out of the morning.
  const later = await wayOf("?by=bicycle&speed=11&at=2026-03-14T22:30");
  expect(statuses(later)).toMatchObject({
    [morning]: "closed",
    [night]: "open",
    [holiday]: "closed",
  });
  const summery = await wayOf("?by=bicycle&speed=11&at=2026-07-01T07:30");
  expect(statuses(summery)).toMatchObject({ [summer]: "open" });

  const open = await wayOf("?by=bicycle&speed=11&open=1");
  expect(Object.keys(statuses(open)).map(Number)).toEqual([always, morning, holiday, guests]);
  const lenient = await wayOf("?by=bicycle&speed=11&open=1&unknown=1");
  expect(lenient.places).toHaveLength(5);
  expect((await wayOf("?by=bicycle&detour=70")).places).toHaveLength(0);
  // By car one is there at half past ten.
  expect(statuses(await wayOf("?by=car&at=2026-03-14T21:59"))).toMatchObject({ [night]: "open" });
});

test("counts each place's own clock", async () => {
  await using db = await createTestDatabase();
  const opens = { openingTimes: week("10:00-10:30") };
  const [haparanda, kemi] = await addPlaces(db.database, [
    { ...opens, country: "SE", longitude: 24.13, latitude: 65.83 },
    { ...opens, country: "FI", longitude: 24.56, latitude: 65.74 },
  ]);
  const instant = { now: () => new Date("2026-06-01T07:50:00Z") };
  await using api = await createTestApi(db.database, instant);
  const statuses = async (from: string, to: string) => {
    const response = await api.call({ path: `/ways?from=${from}&to=${to}&by=car` });
    const { places }: Way = await response.json();
    return places.map(({ place, open_status }) => [place.id, open_status]);
  };
  // After 26 minutes it would be a quarter past ten in Sweden; in Finland it is an hour later.
  expect(await statuses("24.13,65.83", "24.56,65.74")).toEqual([
    [haparanda, "opens-soon"],
    [kemi, "closed"],
  ]);
});

test("is by the router for those who may ask it, and straight for others", async () => {
  await using db = await createTestDatabase();
  const asked: unknown[] = [];
  const route = {
    kind: "route",
    geometry: {
      type: "LineString",
      coordinates: [
        [19, 47.5],
        [19.02, 47.5],
        [19.02, 47.51],
      ],
    },
    ...{ distance: 2_600, duration: 600, steps: [] },
  } as const;
  const geo = {
    directions: async (...[from, to, { by }]: readonly [unknown, unknown, { by?: string }]) => {
      asked.push([from, to, by]);
      return { ok: true, value: route, provider: "open", isFallback: false } as const;
    },
  };
  await addPlaces(db.database, [{ longitude: 19.02, latitude: 47.505 }]);
  await using api = await createTestApi(db.database, { geo: geo as never });
  const path = "/ways?from=19,47.5&to=19.02,47.51&by=car";
  const user = { ...visitor, userId: "someone", role: "user" } as const;
  const routed: Way = await (await api.call({ path, viewer: user })).json();
  expect(asked).toEqual([[[19, 47.5], [19.02, 47.51], "car"]]);
  expect(routed).toMatchObject({ kind: "route", distance: 2_600, duration: 600 });
  // The route is longer than its line: what lies on it moves with it.
  expect(routed.places[0].along).toBeCloseTo(2_600 * (2_062 / 2_618), -2);
  const straight: Way = await (await api.call({ path })).json();
  expect(asked).toHaveLength(1);
  expect(straight).toMatchObject({ kind: "straight", places: [{ place: { id: 1 } }] });
  const far = await api.call({ path: "/ways?from=19,47.5&to=19,50.3" });
  expect(far.status).toBe(422);
  expect(await far.json()).toMatchObject({ errors: [{ field: "to", code: "error.parameter" }] });
});
