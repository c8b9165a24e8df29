import { describe, expect, it } from "vitest";
import { findPosition } from "./find-position.ts";

function geolocationThat(answer: Geolocation["getCurrentPosition"]): Geolocation {
  return { getCurrentPosition: answer, watchPosition: () => 0, clearWatch: () => {} };
}

function refusing(code: number): Geolocation {
  const fault = { message: "", PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const;
  return geolocationThat((_found, failed) => failed?.({ ...fault, code }));
}

describe("findPosition", () => {
  it("gives longitude first", async () => {
    const coords = {
      longitude: 19.04,
      latitude: 47.5,
      accuracy: 5,
      altitude: null,
      altitudeAccuracy: null,
      heading: null,
      speed: null,
    };
    const browser = geolocationThat((found) =>
      found({
        coords: { ...coords, toJSON: () => coords },
        timestamp: 0,
        toJSON: () => ({}),
      }),
    );
    expect(await findPosition(browser)).toEqual({ ok: true, position: [19.04, 47.5] });
  });

  it("tells a refusal from an unknown position", async () => {
    expect(await findPosition(refusing(1))).toEqual({ ok: false, fault: "refused" });
    expect(await findPosition(refusing(2))).toEqual({ ok: false, fault: "unavailable" });
    expect(await findPosition(refusing(3))).toEqual({ ok: false, fault: "unavailable" });
  });

  it("recognizes browsers without geolocation", async () => {
    expect(await findPosition(undefined)).toEqual({ ok: false, fault: "unavailable" });
  });
});
