import { describe, expect, it } from "vitest";
import { embeddedLabels } from "#domain/map/embedded-map-layers.ts";
import { mapPalettes } from "#domain/map/map-palettes.ts";
import { drawLabels, type PointName, placeNames } from "./draw-labels.ts";
import { pictureFrame } from "./picture-frame.ts";

const frame = pictureFrame({ longitude: 0, latitude: 0, zoom: 7 }, 800, 600);

const layer = embeddedLabels.find(({ id }) => id === "settlement-names")!;

/** A settlement's name at an offset in CSS pixels right of and below the middle. */
function labelAt(right: number, down: number, text = "Győr"): PointName {
  return { text, size: 13, layer, x: 400 + right, y: 300 + down };
}

it("draws names of land and of lakes, each once with its halo and once as letters", () => {
  const lakeLayer = embeddedLabels.find(({ id }) => id === "lake-names")!;
  const lake = { ...labelAt(0, 100, "Balaton"), layer: lakeLayer };
  const palette = mapPalettes.light;
  const names = { points: [labelAt(0, 0), lake], lines: [] };
  const drawn = drawLabels(names, frame, palette, { discs: [], isFlat: true });
  for (const [text, halo] of [
    ["Győr", palette.halo],
    ["Balaton", palette.water],
  ]) {
    expect(drawn.split(`>${text}<`)).toHaveLength(3);
    const strokes = drawn.slice(0, drawn.indexOf(text)).matchAll(/stroke="([^"]+)/g);
    expect([...strokes].at(-1)?.[1]).toBe(halo);
  }
});

describe("placing names", () => {
  it("sets a settlement's name below its dot, in the middle", () => {
    const [name] = placeNames([labelAt(0, 0)], frame);
    expect(name.x).toBeCloseTo(400, 6);
    expect(name.baseline).toBeGreaterThan(300 + name.size);
  });

  it("drops a name that would cover an earlier one", () => {
    const labels = [labelAt(0, 0), labelAt(10, 5, "Pér"), labelAt(0, 60, "Pápa")];
    expect(placeNames(labels, frame).map(({ text }) => text)).toEqual(["Győr", "Pápa"]);
  });

  it("moves a name off a disc or pin, below it, above or beside, and drops one without room", () => {
    const around = (x: number, y: number, reach: number) => ({
      west: x - reach,
      east: x + reach,
      north: y - reach,
      south: y + reach,
    });
    const label = labelAt(0, 0);
    const [below] = placeNames([label], frame, [around(400, 300, 17)]);
    expect(below.baseline - below.size).toBeGreaterThan(317);
    const [above] = placeNames([label], frame, [around(400, 320, 30)]);
    expect(above.baseline).toBeLessThan(290);
    const pin = { west: 370, east: 430, north: 230, south: 304 };
    const [beside] = placeNames([labelAt(0, -30)], frame, [pin]);
    expect(beside.x).toBeGreaterThan(430 + beside.size);
    const near = { ...around(500, 280, 60), west: 431 };
    const [other] = placeNames([labelAt(0, -30)], frame, [pin, near]);
    expect(other.x).toBeLessThan(370 - other.size);
    expect(placeNames([label], frame, [around(400, 300, 390)])).toEqual([]);
    expect(placeNames([label], frame, [around(600, 300, 17)])[0].baseline).toBeLessThan(325);
  });
});
