import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { startView } from "#domain/map/initial-view.ts";
import { mapPalettes } from "#domain/map/map-palettes.ts";
import { greenRingPath, smallMarkerPaths } from "#domain/map/marker-shapes.ts";
import { TileArchive, worldMapFile } from "#server/base-map/tile-archive.ts";
import { drawMapPicture, type PictureRequest } from "./draw-map-picture.ts";
import { shownBoxes } from "./picture-frame.ts";

const start = {
  view: startView,
  width: 1600,
  height: 1000,
  theme: "light",
  language: "hu",
  places: [],
} as const;

const worldTiles = new TileArchive(worldMapFile);

/** A picture on the embedded base map. */
async function draw(picture: Omit<PictureRequest, "world">): Promise<string> {
  const found = await worldTiles.find(shownBoxes(picture.view, picture), picture.view.zoom);
  return drawMapPicture({ ...picture, world: found?.tiles ?? [] });
}

describe("the map picture", () => {
  it("of the start view weighs at most 60 KB, with a thousand markers on it", async () => {
    const places = Array.from({ length: 1000 }, (_, index) => ({
      longitude: 16 + (index % 40) * 0.18,
      latitude: 45.8 + Math.floor(index / 40) * 0.11,
      accepted: index % 3 > 0,
    }));
    const svg = await draw({ ...start, places });
    expect(gzipSync(svg).length).toBeLessThan(60_000);
  });

  it("contains nothing that a strict policy forbids", async () => {
    const svg = await draw({ ...start, places: [{ ...startView, accepted: true, count: 3 }] });
    expect(svg).not.toMatch(
      /<style|style=|<script|<image|url\(|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
    );
  });

  it.each([
    ["hu", "Bécs"],
    ["en", "Vienna"],
    ["de", "Wien"],
    // A language without names on the embedded map.
    ["sk", "Viedeň"],
    ["uk", "Відень"],
    ["fr", "Vienna"],
  ])("names Vienna in %s: %s", async (language, name) => {
    expect(await draw({ ...start, language })).toContain(`>${name}</text>`);
  });

  it("has the palette of its theme", async () => {
    const svg = await draw({ ...start, theme: "dark" });
    expect(svg).toContain(mapPalettes.dark.hungary);
    expect(svg).not.toContain(mapPalettes.light.hungary);
  });

  it("has places, clusters and the border in the operator's colour", async () => {
    const svg = await draw({
      ...start,
      colour: "#8a1538",
      border: [[19, 47, 19, 48]],
      places: [
        { ...startView, accepted: true, dot: "open" },
        { ...startView, latitude: 47.9, accepted: true, count: 12 },
      ],
    });
    expect(svg.match(/"#8a1538"/g)).toHaveLength(4);
    expect(svg).not.toContain(mapPalettes.light.accepted);
  });

  it("fades to plain paper where its water and then its lines are not exact, as the live map does", async () => {
    const { water, abroad, hungary } = mapPalettes.light;
    const at = async (zoom: number) => {
      const svg = await draw({ ...start, view: { ...startView, zoom } });
      const [, ground] = /<rect [^>]*fill="([^"]+)"/.exec(svg) ?? [];
      const land = new RegExp(`<path fill="${hungary}"(?: opacity="([^"]+)")?`).exec(svg);
      return [ground, land && (land[1] ?? "1")];
    };
    expect(await at(9.5)).toEqual([water, "1"]);
    expect(await at(9.75)).toEqual(["#dae6ea", "1"]);
    expect(await at(11)).toEqual([abroad, "1"]);
    expect(await at(11.75)).toEqual([abroad, "0.5"]);
    expect(await at(12.5)).toEqual([abroad, null]);
  });

  it("has lakes as long as their shores are true", async () => {
    const balaton = { longitude: 17.7, latitude: 46.85 };
    const { water } = mapPalettes.light;
    const lake = async (zoom: number) => {
      const svg = await draw({ ...start, view: { ...balaton, zoom } });
      return svg.match(new RegExp(`<path fill="${water}"[^d]*`))?.[0];
    };
    expect(await lake(9.5)).not.toContain("opacity");
    expect(await lake(9.75)).toContain('opacity="0.5"');
    expect(await lake(10)).toBeUndefined();
  });

  it("names countries in capitals, counties, and rivers along them, as the live map does", async () => {
    expect(await draw({ ...start, view: { ...startView, zoom: 4 } })).toContain(
      ">SZLOVÁKIA</text>",
    );
    expect(await draw({ ...start, view: { ...startView, zoom: 8 } })).toMatch(
      /rotate\([^)]*\)"[^>]*>Duna<\/text>/,
    );
    expect(await draw({ ...start, view: { ...startView, zoom: 8 } })).toContain(">NÓGRÁD</text>");
  });

  it("draws accepted, pending and clustered places each in its own shape", async () => {
    const svg = await draw({
      ...start,
      places: [
        { ...startView, accepted: true },
        { ...startView, latitude: 47.5, accepted: false },
        { ...startView, latitude: 47.9, accepted: true, count: 12, openCount: 6 },
        { ...startView, latitude: 46.9, accepted: true, isSmall: true, dot: "open" },
        { ...startView, latitude: 46.8, accepted: false, isSmall: true, dot: "open" },
      ],
    });
    expect(svg).toContain('<use href="#accepted" x="800.0" y="500.0"/>');
    expect(svg.match(/<use href="#pending"/g)).toHaveLength(1);
    expect(svg).toMatch(
      /<circle [^>]*\/><\/g><g [^>]*><path [^>]*\/><\/g><g [^>]*><text [^>]*>12</,
    );
    expect(svg).toContain(`d="${greenRingPath(16, 6)}"`);
    for (const [name, shape] of Object.entries(smallMarkerPaths)) {
      const symbol = svg.split(`<g id="small-${name}-open">`)[1].split("</g>")[0];
      expect(symbol.match(/ d="[^"]*"/g)).toEqual([` d="${shape}"`, ` d="${shape}"`]);
    }
  });

  it("puts a dot on places of known opening status, and an icon on clusters with pending places", async () => {
    const { open, closed, quiet, pale } = mapPalettes.light;
    const svg = await draw({
      ...start,
      places: [
        { ...startView, accepted: true, dot: "unknown" },
        { ...startView, latitude: 47.5, accepted: true, dot: "open" },
        { ...startView, latitude: 47.6, accepted: true, dot: "closed" },
        { ...startView, latitude: 47.9, accepted: true, count: 12, pendingCount: 1 },
        { ...startView, latitude: 46.9, accepted: true, count: 12, pendingCount: 0 },
      ],
    });
    expect(svg).toContain('<use href="#accepted-unknown" x="800.0" y="500.0"/>');
    const symbol = (name: string) => svg.split(`<g id="${name}">`)[1].split("</g>")[0];
    expect(symbol("accepted-unknown")).toContain(`fill="${quiet}"`);
    expect(symbol("accepted-unknown")).not.toContain("<circle");
    expect(symbol("accepted-open")).toContain(`fill="${open}"`);
    expect(symbol("accepted-closed")).toContain(`fill="${closed}"`);
    expect(symbol("accepted-closed")).toContain(`fill="${pale}"`);
    expect(svg.match(/<use href="#some-pending"/g)).toHaveLength(1);
  });

  it("leaves out places beyond its edge", async () => {
    const svg = await draw({
      ...start,
      places: [{ longitude: 2.35, latitude: 48.86, accepted: true }],
    });
    expect(svg).not.toContain('<use href="#accepted"');
  });

  it("covers both sides of the antimeridian", async () => {
    const view = { longitude: 180, latitude: 0, zoom: 3 };
    const places = [{ longitude: -179, latitude: 0, accepted: true }];
    expect(await draw({ ...start, view, places })).toContain("<use");
  });
});
