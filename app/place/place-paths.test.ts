import { expect, it } from "vitest";
import { openStreetMapUrl } from "./place-paths.ts";

it("marks the point and opens the map around it", () => {
  expect(openStreetMapUrl({ latitude: 47.497912, longitude: -19.040235 })).toBe(
    "https://www.openstreetmap.org/?mlat=47.497912&mlon=-19.040235#map=19/47.497912/-19.040235",
  );
});
