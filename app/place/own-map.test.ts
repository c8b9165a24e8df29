import { expect, it } from "vitest";
import { geoUri, leadToOwnMap } from "./own-map.ts";

const geo = geoUri({ latitude: -7.5, longitude: 19.054321 }, "Fő tér 1. (udvar), Pécs");

it("names a place by its point, latitude first, and its label", () => {
  expect(geo).toBe(
    "geo:-7.5,19.054321?q=-7.5%2C19.054321(F%C5%91%20t%C3%A9r%201.%20%20udvar%20%2C%20P%C3%A9cs)",
  );
});

it.each([
  ["Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/149.0 Mobile", geo, false],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0",
    "https://osm.test/",
    true,
  ],
  ["Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) Chrome/149.0 Mobile", "https://osm.test/", true],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/149.0", "https://osm.test/", true],
])("a pressed link leads by %s to %s", (userAgent, href, hasTarget) => {
  const attributes = new Map([["target", "_blank"]]);
  const link = {
    ...{ href: "https://osm.test/", dataset: { geo } },
    removeAttribute: (name: string) => attributes.delete(name),
  };
  leadToOwnMap(link as unknown as HTMLAnchorElement, userAgent);
  expect([link.href, attributes.has("target")]).toEqual([href, hasTarget]);
});
