import { expect, test } from "vitest";
import { decodePolyline } from "./decode-polyline.ts";

test("decodes the example of the format's description", () => {
  expect(decodePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@", 5)).toEqual([
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ]);
});

test("has no points for no text, and leaves a broken number out", () => {
  expect(decodePolyline("", 6)).toEqual([]);
  expect(decodePolyline("_p~iF~ps|U_ulL", 5)).toEqual([[-120.2, 38.5]]);
  expect(decodePolyline("_p~", 5)).toEqual([]);
});
