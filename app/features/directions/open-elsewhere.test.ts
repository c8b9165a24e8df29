import { expect, it } from "vitest";
import { otherMapUrls } from "./open-elsewhere.tsx";

const place = { latitude: -7.5, longitude: 19.054321 };

it("names a place in every other map, latitude first", () => {
  expect(otherMapUrls(place)).toEqual({
    apple: "https://maps.apple.com/?daddr=-7.5%2C19.054321&dirflg=w",
    google:
      "https://www.google.com/maps/dir/?api=1&destination=-7.5%2C19.054321&travelmode=walking",
    openstreetmap: "https://www.openstreetmap.org/?mlat=-7.5&mlon=19.054321#map=19/-7.5/19.054321",
  });
});
