import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { landmarkIconName, landmarkKinds } from "#domain/map/landmarks.ts";
import { mapThemes } from "#domain/map/map-palettes.ts";
import { createLandmarkIcon } from "./landmark-icons.ts";

vi.mock(import("./markers.ts"), async (original) => ({
  ...(await original()),
  createImage: () => ({ image: "drawn" as unknown as ImageData, pixelRatio: 2 }),
}));

describe("the icon of a landmark", () => {
  beforeEach(() => {
    vi.stubGlobal(
      "Path2D",
      class {
        constructor(d = "") {
          // What is none is left out by a browser, from there on.
          expect(d).toMatch(/^[\sMmLlHhVvCcSsQqTtAaZz0-9.,+e-]*$/);
        }
        addPath() {}
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is there for each kind that has one, in either theme", () => {
    const missing = Object.entries(landmarkKinds).flatMap(([subclass, { icon }]) =>
      mapThemes.filter((theme) => {
        const image = createLandmarkIcon(landmarkIconName(theme, subclass));
        return (image === null) !== (icon === undefined);
      }),
    );
    expect(missing).toEqual([]);
  });

  it.each(["light/landmark/volcano", "noon/landmark/museum", "light/museum", "museum", ""])(
    "is none for '%s'",
    (name) => {
      expect(createLandmarkIcon(name)).toBeNull();
    },
  );
});
