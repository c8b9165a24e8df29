import { describe, expect, it } from "vitest";
import { latitudeOfWorldY, longitudeOfWorldX, worldX, worldY } from "./web-mercator.ts";

describe("Web Mercator", () => {
  it("puts Greenwich on the equator into the middle of the world", () => {
    expect(worldX(0)).toBe(0.5);
    expect(worldY(0)).toBe(0.5);
  });

  it("puts the antimeridian on the edges", () => {
    expect(worldX(-180)).toBe(0);
    expect(worldX(180)).toBe(1);
  });

  it("puts 85.0511287798066° on the northern edge", () => {
    expect(worldY(85.0511287798066)).toBeCloseTo(0, 12);
    expect(worldY(-85.0511287798066)).toBeCloseTo(1, 12);
  });

  it("keeps the poles on the edges", () => {
    expect(worldY(90)).toBe(0);
    expect(worldY(-90)).toBe(1);
    expect(worldY(86)).toBe(0);
  });

  it("agrees with the other way to write the formula, with asinh and tan", () => {
    for (const latitude of [-84.9, -33.8, 0.001, 47.507, 71.2, 84.9]) {
      const other = (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2;
      expect(worldY(latitude)).toBeCloseTo(other, 12);
    }
  });

  it("inverts itself", () => {
    for (const [longitude, latitude] of [
      [19.5, 47.18],
      [-179.99, -84.9],
      [179.99, 84.9],
    ]) {
      expect(longitudeOfWorldX(worldX(longitude))).toBeCloseTo(longitude, 10);
      expect(latitudeOfWorldY(worldY(latitude))).toBeCloseTo(latitude, 10);
    }
  });
});
