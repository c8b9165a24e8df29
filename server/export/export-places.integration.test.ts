import { expect, test } from "vitest";
import { addPlaces, addReviews } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { type ExportFormat, exportPlaces } from "./export-places.ts";

const now = new Date("2026-06-01T10:00:00Z");

test("exports accepted places only, with licence and date, in all formats", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const exportAs = async (format: ExportFormat, ownLicence: string | null = null) => {
    const { text } = await exportPlaces({ database, format, ownLicence, now });
    let whole = "";
    for await (const part of text) whole += part;
    return whole;
  };
  expect(JSON.parse(await exportAs("json"))).toEqual({
    licence: "not stated: ask the operator of the service",
    attribution: "",
    exported: now.toISOString(),
    cursor: null,
    places: [],
  });
  const [own] = await addPlaces(database, [
    { address: "=Fő tér", price: 200, openingTimes: [...Array(6).fill("08:00-18:00"), "closed"] },
    { accepted: false },
    { deleted_at: now },
    // More than are read at once.
    ...Array.from({ length: 1_000 }, () => ({ osm_id: null })),
  ]);
  await addReviews(database, own, [4, 5]);
  expect(JSON.parse(await exportAs("json", "CC BY 4.0"))).toMatchObject({ licence: "CC BY 4.0" });
  expect(JSON.parse(await exportAs("json", "ODbL-1.0"))).toMatchObject({
    licence: "ODbL-1.0, https://opendatacommons.org/licenses/odbl/1-0/",
    attribution: "",
  });

  await addPlaces(database, [{ osm_id: "node/1" }]);
  const geojson = JSON.parse(await exportAs("geojson", "CC BY 4.0"));
  expect(geojson.features).toHaveLength(1_002);
  expect(geojson).toMatchObject({
    type: "FeatureCollection",
    licence: expect.stringContaining("ODbL"),
    attribution: expect.stringContaining("OpenStreetMap"),
  });
  expect(geojson.features[0]).toMatchObject({
    geometry: { type: "Point", coordinates: [19.05, 47.5] },
    properties: {
      opening_times: [...Array(6).fill("08:00-18:00"), "-"],
      closed_days: [6],
      fee: "costs",
      position_approximate: false,
      price: 200,
      currency: "HUF",
      rating: 4.5,
      osm_id: null,
      licence: "CC BY 4.0",
    },
  });
  expect(geojson.features.at(-1).properties).toMatchObject({
    osm_id: "node/1",
    licence: "ODbL-1.0",
  });

  const [heading, first, ...rows] = (await exportAs("csv")).split("\r\n");
  expect(heading).toContain("id,country,city,address,county,postcode,longitude,latitude,price,");
  expect(first).toContain(",Budapest,'=Fő tér,,,19.05,47.5,200,HUF,true,,false,false,08:00-18:00,");
  expect(heading).toMatch(
    /,exported,closed_days,fee,position_approximate,wheelchair,access,.*,level,operator,key_scheme,scheme,charge,attribution,observed_hours$/,
  );
  expect(first).toContain(",08:00-18:00,-,Europe/Budapest,");
  expect(first).toMatch(/,sunday,costs,false,/);
  expect(rows).toHaveLength(1_002);
  expect(`${heading}${first}`).not.toContain("added_by");
});
