import { describe, expect, it } from "vitest";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { gpxOfWay } from "./gpx-of-way.ts";
import { readTrack, trackLimits } from "./read-track.ts";

const fileOf = (content: string, name = "tour.gpx") => new File([content], name);
const gpx = (points: string) =>
  `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${points}</gpx>`;
const segment = (...points: readonly [number, number][]) =>
  `<trkseg>${points.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"><ele>1</ele></trkpt>`).join("")}</trkseg>`;
const lineString = (coordinates: unknown) => ({ type: "LineString", coordinates });
const corner = [
  [19, 47],
  [19.01, 47],
  [19.01, 47.01],
] as const;

describe("readTrack", () => {
  it("reads the segments of a GPX track one after another, and routes", async () => {
    const track = `<trk>${segment([19, 47], [19.01, 47])}${segment([19.01, 47], [19.01, 47.01])}</trk>`;
    expect(await readTrack(fileOf(gpx(track)))).toEqual({
      ok: true,
      track: { name: "tour.gpx~gt50xp", line: corner },
    });
    const both = gpx(`<rte><rtept lat="1" lon="1"/><rtept lat="2" lon="2"/></rte>${track}`);
    expect(await readTrack(fileOf(both))).toMatchObject({ track: { line: corner } });
    const routes = gpx('<rte><rtept lat="47" lon="19"/><rtept lat="47" lon="19.01"/></rte>');
    expect(await readTrack(fileOf(routes))).toMatchObject({ ok: true });
  });

  it.each([
    lineString(corner),
    { type: "Feature", geometry: lineString(corner), properties: null },
    { type: "MultiLineString", coordinates: [corner.slice(0, 2), corner.slice(2)] },
    {
      type: "FeatureCollection",
      features: [
        { type: "Feature", geometry: { type: "Point", coordinates: [1, 2] }, properties: {} },
        {
          type: "Feature",
          geometry: { type: "GeometryCollection", geometries: [lineString(corner)] },
        },
      ],
    },
  ])("reads GeoJSON: $type", async (object) => {
    const read = await readTrack(fileOf(JSON.stringify(object), "tour.geojson"));
    expect(read).toEqual({ ok: true, track: { name: "tour.geojson~gt50xp", line: corner } });
  });

  it("leaves out superfluous points, and what is no point", async () => {
    const points = [[19, 47], [19.005, 47.000001], ["x", 1], null, [200, 1], [19.01, 47, 300]];
    expect(await readTrack(fileOf(JSON.stringify(lineString(points))))).toMatchObject({
      track: {
        line: [
          [19, 47],
          [19.01, 47],
        ],
      },
    });
  });

  it("takes 100,000 points, in 10,000 that are sent", async () => {
    const zigzag = (count: number, bends: number) =>
      lineString(
        Array.from({ length: count }, (_, at) => [
          19.123456789 + at * 1e-6,
          47.123456789 + (at < bends ? at % 2 : 0) * 1e-4,
        ]),
      );
    const read = async (count: number, bends: number) => {
      const found = await readTrack(fileOf(JSON.stringify(zigzag(count, bends))));
      return found.ok ? found.track.line : found.fault;
    };
    expect((await read(trackLimits.points, 12_000)).length).toBeLessThanOrEqual(10_000);
    const line = await read(trackLimits.points, 9_700);
    expect(line.length).toBeGreaterThan(9_000);
    // Of a request's 256 KB.
    expect(JSON.stringify(line).length).toBeLessThan(255 * 1024);
    expect(await read(trackLimits.points + 1, 0)).toBe("tooManyPoints");
  });

  it.each([
    ["", "unreadable"],
    ["not a track", "unreadable"],
    ["{", "unreadable"],
    ["<html><body>login</body></html>", "unreadable"],
    ["<gpx><trk>", "unreadable"],
    [gpx(""), "noLine"],
    ["null", "unreadable"],
    ["[1]", "noLine"],
    [JSON.stringify(lineString([[19, 47]])), "noLine"],
    [
      JSON.stringify(
        lineString([
          [19, 47],
          [19, 49.71],
        ]),
      ),
      "tooLong",
    ],
    [" ".repeat(trackLimits.bytes + 1), "tooLarge"],
  ])("refuses %.20j: %s", async (content, fault) => {
    expect(await readTrack(fileOf(content))).toEqual({ ok: false, fault });
  });
});

describe("gpxOfWay", () => {
  it("is read as it was written, whatever the names", async () => {
    const geometry = { type: "LineString", coordinates: corner } as const;
    const passing = {
      ...{ place: placeInGyor, along: 10, detour: 20, arrives: "2026-12-01T07:00:00.000Z" },
      open_status: "open",
      stop: "open",
    } as const;
    const describe = () => ({ name: "Toi & Lette <1>\u0000", description: "]]>" });
    const written = gpxOfWay("A – B", { geometry, places: [passing] }, describe);
    const parsed = new DOMParser().parseFromString(written, "text/xml");
    expect(parsed.querySelector("wpt > name")?.textContent).toBe("Toi & Lette <1>");
    expect(parsed.querySelector("wpt > desc")?.textContent).toBe("]]>");
    const [longitude, latitude] = placeInGyor.coordinates;
    expect(parsed.querySelector("wpt")?.getAttribute("lat")).toBe(String(latitude));
    expect(parsed.querySelector("wpt")?.getAttribute("lon")).toBe(String(longitude));
    expect(await readTrack(fileOf(written))).toMatchObject({ track: { line: corner } });
  });
});
