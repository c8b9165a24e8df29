import { describe, expect, it } from "vitest";
import { parseTypedPosition } from "./typed-position.ts";

describe("parseTypedPosition", () => {
  it.each([
    "47.4979, 19.0402",
    "47.4979,19.0402",
    "47.4979 19.0402",
    " 47.4979;19.0402 ",
    "47,4979 19,0402",
    "47,4979, 19,0402",
    "+47.4979 +19.0402",
    "47.4979° 19.0402°",
    "47.4979°N, 19.0402°E",
    "N 47.4979 E 19.0402",
    "N47.4979, O19.0402",
    "E 19.0402, N 47.4979",
    "É 47,4979 K 19,0402",
    "47.4979 É, 19.0402 K",
    `47°29'52.44"N 19°02'24.72"E`,
    "47°29′52.44″ N, 19°2′24.72″ E",
    "47 29 52.44 N 19 02 24.72 E",
    "47° 29.874' N 19° 2.412' E",
    "47°29.874' 19°2.412'",
    "geo:47.4979,19.0402",
    "geo:47.4979,19.0402;u=35?z=17",
    "geo:0,0?q=47.4979,19.0402(Westend)",
    "https://www.openstreetmap.org/#map=17/47.4979/19.0402",
    "https://www.openstreetmap.org/?mlat=47.4979&mlon=19.0402#map=17/47.1/19.1",
    "https://www.google.com/maps/@47.4979,19.0402,17z",
    "https://www.google.com/maps/place/WC/@47.1,19.1,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d47.4979!4d19.0402!16s",
    "https://www.google.com/maps/place/47.4979,19.0402/@47.1,19.1,17z",
    "https://www.google.com/maps/place/12,+1051+Budapest/@47.4979,19.0402,17z",
    "https://www.google.com/maps/search/47,4979+19,0402/@47.4979,19.0402,17z",
    "https://www.google.com/maps/search/47,50+19,04/@47.4979,19.0402,12z",
    "https://www.google.com/maps/search/?api=1&query=47.4979%2C19.0402",
    "https://maps.google.com/?q=loc:47.4979,19.0402",
    "maps.apple.com/?ll=47.4979,19.0402&q=WC",
    "https://waze.com/ul?ll=47.4979,19.0402&navigate=yes",
    "https://www.bing.com/maps?cp=47.4979~19.0402&lvl=16",
  ])("parses '%s'", (text) => {
    expect(parseTypedPosition(text)).toEqual([19.0402, 47.4979]);
  });

  it.each([
    ["-33.8568, 151.2153", [151.2153, -33.8568]],
    ["33.8568 S 151.2153 E", [151.2153, -33.8568]],
    ["D 33,8568 K 151,2153", [151.2153, -33.8568]],
    ["40.7 N, 74.5 Ny", [-74.5, 40.7]],
    ["40.7128 −74.0060", [-74.006, 40.7128]],
    // No latitude is beyond 90.
    ["151.2153, -33.8568", [151.2153, -33.8568]],
    ["90.0, 180.0", [180, 90]],
    ["0.0, 0.0", [0, 0]],
  ])("parses '%s' as %j", (text, position) => {
    expect(parseTypedPosition(text)).toEqual(position);
  });

  it.each([
    "",
    "Budapest",
    "Fő utca 12",
    "1052 12",
    "12, 14",
    "47",
    "47.4979",
    "47.4979, 19.0402, 12.5",
    "91.1, 181.5",
    "95.5, 96.5",
    "47.4979 N, 19.0402",
    "47.4979 N, 19.0402 S",
    "N 47.4979 N, E 19.0402",
    "47 29 19 02",
    "47°60'N 19°02'E",
    `47°29'60"N 19°02'00"E`,
    "47.5°29'N 19°02'E",
    "-47.4979 N 19.0402 E",
    "geo:0,0?q=Fő+utca",
    "https://maps.app.goo.gl/abcdef",
    "https://mosdo.example/places/12",
    `https://example.org/?q=${"x".repeat(2_000)}47.4979,19.0402`,
  ])("finds no position in '%s'", (text) => {
    expect(parseTypedPosition(text)).toBeNull();
  });
});
