import { describe, expect, it } from "vitest";
import { inReadingOrder, nearestMarker, type Spot } from "./reading-order.ts";

const spot = (key: string, x: number, y: number): Spot => ({ key, x, y });
const keysOf = (spots: readonly Spot[]) => spots.map(({ key }) => key).join("");

describe("inReadingOrder (docs/product#markers-in-reading-order)", () => {
  it("is empty without markers", () => {
    expect(inReadingOrder([])).toEqual([]);
  });

  it("orders by rows from the top, each from the left", () => {
    const shown = [spot("d", 300, 200), spot("b", 300, 10), spot("c", 10, 210), spot("a", 10, 20)];
    expect(keysOf(inReadingOrder(shown))).toBe("abcd");
  });

  it.each([
    ["43 pixels below is the same row", 43, "ba"],
    ["44 pixels below is the next row", 44, "ab"],
  ])("%s", (_, below, order) => {
    expect(keysOf(inReadingOrder([spot("a", 200, 0), spot("b", 100, below)]))).toBe(order);
  });

  it("measures a row from its highest marker, not from the last", () => {
    const stair = [spot("a", 300, 0), spot("b", 200, 43), spot("c", 100, 45)];
    expect(keysOf(inReadingOrder(stair))).toBe("bac");
  });

  it("orders markers above or on each other by height, then by key", () => {
    const stack = [spot("c", 50, 9), spot("b", 50, 5), spot("a", 50, 9)];
    expect(keysOf(inReadingOrder(stack))).toBe("bac");
  });

  it("does not change its argument", () => {
    const shown = [spot("b", 9, 90), spot("a", 9, 0)];
    inReadingOrder(shown);
    expect(keysOf(shown)).toBe("ba");
  });
});

describe("nearestMarker", () => {
  const shown = [spot("a", 0, 0), spot("b", 100, 0), spot("c", 100, 100)];

  it("is the same marker, also far away", () => {
    expect(nearestMarker(spot("a", 100, 100), shown)?.key).toBe("a");
  });

  it("is the nearest where the marker does not exist any more, the first of two at the same distance", () => {
    expect(nearestMarker(spot("gone", 99, 80), shown)?.key).toBe("c");
    expect(nearestMarker(spot("gone", 100, 50), shown)?.key).toBe("b");
  });

  it("is null without markers", () => {
    expect(nearestMarker(spot("a", 0, 0), [])).toBeNull();
  });
});
