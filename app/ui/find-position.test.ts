import { afterEach, describe, expect, it, vi } from "vitest";
import { findPosition, positionPatienceMs } from "./find-position.ts";

function geolocationThat(respond: Geolocation["getCurrentPosition"]): Geolocation {
  return { getCurrentPosition: respond, watchPosition: () => 0, clearWatch: () => {} };
}

function refusing(code: number): Geolocation {
  const error = { message: "", PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const;
  return geolocationThat((_found, failed) => failed?.({ ...error, code }));
}

function finding(accuracy: number): Geolocation {
  const coords = { longitude: 19.04, latitude: 47.5, accuracy } as GeolocationCoordinates;
  return geolocationThat((found) => found({ coords } as GeolocationPosition));
}

afterEach(() => {
  vi.useRealTimers();
});

describe("findPosition", () => {
  it("gives longitude first", async () => {
    expect(await findPosition(finding(5))).toEqual({ ok: true, position: [19.04, 47.5] });
  });

  it("takes a position with an error of up to a kilometre", async () => {
    expect(await findPosition(finding(1_000))).toMatchObject({ ok: true });
    const rough = { error: "rough", position: [19.04, 47.5], accuracyMeters: 1_001 };
    expect(await findPosition(finding(1_001))).toEqual({ ok: false, ...rough });
  });

  it("waits some seconds for a browser that does not respond", async () => {
    vi.useFakeTimers();
    const found = vi.fn();
    void findPosition(geolocationThat(() => {})).then(found);
    await vi.advanceTimersByTimeAsync(positionPatienceMs - 1);
    expect(found).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(found).toHaveBeenCalledExactlyOnceWith({ ok: false, error: "unavailable" });
  });

  it("waits as long as the visitor takes to respond where no one has pressed for it", async () => {
    vi.useFakeTimers();
    let respond = (_position: GeolocationPosition) => {};
    const late = findPosition(
      geolocationThat((found) => {
        respond = found;
      }),
      null,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    const coords = { longitude: 19, latitude: 47, accuracy: 5 } as GeolocationCoordinates;
    respond({ coords } as GeolocationPosition);
    expect(await late).toEqual({ ok: true, position: [19, 47] });
  });

  it("tells a refusal from an unknown position", async () => {
    expect(await findPosition(refusing(1))).toEqual({ ok: false, error: "refused" });
    expect(await findPosition(refusing(2))).toEqual({ ok: false, error: "unavailable" });
    expect(await findPosition(refusing(3))).toEqual({ ok: false, error: "unavailable" });
  });

  it.each([undefined, null])("recognizes browsers without geolocation (%s)", async (none) => {
    expect(await findPosition(none)).toEqual({ ok: false, error: "unavailable" });
  });
});
