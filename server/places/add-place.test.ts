import { expect, it, vi } from "vitest";
import type { NewPlace } from "#domain/place/new-place.ts";
import type { Place } from "#domain/place/place.ts";
import { type AddPlaceSteps, checkAndAddPlace } from "./add-place.ts";

const place = { id: 1, accepted: false } as Place;
const newPlace = { longitude: 20.14, latitude: 46.25 } as NewPlace;

function stepsWith(steps: Partial<AddPlaceSteps> = {}): AddPlaceSteps {
  return {
    consumeWriteLimit: async () => null,
    findObstacle: async () => null,
    findSimilarPlaces: async () => ({ ok: true, places: [] }),
    addPlace: vi.fn<AddPlaceSteps["addPlace"]>(async () => ({ ok: true, place })),
    ...steps,
  };
}

it.each(["none", "similar"] as const)(
  "adds a place without similar places after the check '%s'",
  async (check) => {
    const steps = stepsWith();
    expect(await checkAndAddPlace(steps, { place: newPlace, check })).toEqual({ ok: true, place });
    expect(steps.addPlace).toHaveBeenCalledWith(newPlace);
  },
);

it.each([
  ["the form was not seen", "form", []],
  ["there are similar places", "similar", [place]],
] as const)("adds nothing yet where %s", async (_, check, similar) => {
  const steps = stepsWith({ findSimilarPlaces: async () => ({ ok: true, places: similar }) });
  const result = await checkAndAddPlace(steps, { place: newPlace, check });
  expect(result).toEqual({ ok: false, code: "check", similar });
  expect(steps.addPlace).not.toHaveBeenCalled();
  const again = await checkAndAddPlace(steps, { place: newPlace, check: "none" });
  expect(again).toEqual({ ok: true, place });
});

it.each(["error.duplicate", "error.limit"] as const)(
  "reports %s before it asks about similar places",
  async (code) => {
    const steps = stepsWith({
      findObstacle: async () => code,
      findSimilarPlaces: () => Promise.reject(new Error("asked")),
    });
    for (const check of ["form", "similar"] as const) {
      const result = await checkAndAddPlace(steps, { place: newPlace, check });
      expect(result).toEqual({ ok: false, code });
    }
    expect(steps.addPlace).not.toHaveBeenCalled();
  },
);

it.each(["none", "form"] as const)(
  "refuses writes beyond the limit before the check '%s' (docs/product#rate-limits)",
  async (check) => {
    const steps = stepsWith({
      consumeWriteLimit: async () => 7,
      findObstacle: () => Promise.reject(new Error("asked")),
    });
    const result = await checkAndAddPlace(steps, { place: newPlace, check });
    expect(result).toEqual({ ok: false, code: "error.toomanyrequests" });
    expect(steps.addPlace).not.toHaveBeenCalled();
  },
);
