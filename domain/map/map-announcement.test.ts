import { describe, expect, it } from "vitest";
import { type MapSnapshot, mapAnnouncement, sharedTown } from "./map-announcement.ts";

const sight: MapSnapshot = { filters: "", area: "19,47,20,48", total: 14 };

describe("mapAnnouncement (docs/product#announcements)", () => {
  it.each<[string, Partial<MapSnapshot>, ReturnType<typeof mapAnnouncement>]>([
    ["nothing where nothing has changed", {}, null],
    ["a filter, also with the same number of places", { filters: "?free=1" }, "filtered"],
    [
      "a filter alone where the map has moved too",
      { filters: "?free=1", area: "0,0,1,1" },
      "filtered",
    ],
    ["a move, also with the same number of places", { area: "0,0,1,1" }, "moved"],
    ["a move alone where the number is another", { area: "0,0,1,1", total: 3 }, "moved"],
    ["a place more", { total: 15 }, "changed"],
    ["a place less", { total: 13 }, "changed"],
  ])("announces %s", (_, changed, news) => {
    expect(mapAnnouncement(sight, { ...sight, ...changed })).toBe(news);
  });

  it("does not announce the initial map as a move", () => {
    expect(mapAnnouncement({ ...sight, area: null }, sight)).toBeNull();
    expect(mapAnnouncement({ ...sight, area: null }, { ...sight, total: 15 })).toBe("changed");
  });
});

describe("sharedTown", () => {
  const eger = { city: "Eger" };
  it.each([
    ["the town of all", [eger, eger], "Eger"],
    ["the town of a single place", [eger], "Eger"],
    ["nothing of two towns", [eger, { city: "Pécs" }, eger], null],
    ["nothing of a place without a town", [{ city: "" }, { city: "" }], null],
    ["nothing of no place", [], null],
  ])("is %s", (_, places, town) => {
    expect(sharedTown(places)).toBe(town);
  });
});
