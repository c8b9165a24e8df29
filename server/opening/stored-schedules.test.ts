import { describe, expect, it } from "vitest";
import { timeZoneOf } from "./stored-schedules.ts";

describe("timeZoneOf", () => {
  it.each([
    ["HU", 19.04, 47.5, "Europe/Budapest"],
    // On the Hungarian bank of the Danube, where the lookup's border is coarse.
    ["HU", 18.7373, 47.7936, "Europe/Budapest"],
    ["AT", 16.3725, 48.2084, "Europe/Vienna"],
    ["RO", 21.3123, 46.1792, "Europe/Bucharest"],
    ["GB", -0.1247, 51.5302, "Europe/London"],
    ["US", -73.9857, 40.7484, "America/New_York"],
  ])("%s at %d, %d is in %s", (country, longitude, latitude, zone) => {
    expect(timeZoneOf({ country, longitude, latitude })).toBe(zone);
  });

  it("returns only zones known to the runtime, all over the world", () => {
    const zones = new Set<string>();
    for (let latitude = -90; latitude <= 90; latitude += 0.5) {
      for (let longitude = -180; longitude <= 180; longitude += 0.5) {
        zones.add(timeZoneOf({ country: "XX", longitude, latitude }));
      }
    }
    expect(zones.size).toBeGreaterThan(300);
    for (const timeZone of zones) {
      expect(() => new Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
    }
  });
});
