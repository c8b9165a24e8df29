import { expect, test } from "vitest";
import { readSourceList } from "./read-source-list.ts";

const read = (text: string, homeCountry: string | null = "HU") =>
  readSourceList(new TextEncoder().encode(text), "list.csv", { homeCountry });

test("reads a table in CSV with positions in degrees", async () => {
  const list = await read(
    [
      "Név;Cím;Szélesség;Hosszúság;Akadálymentes;Használati díj;Nyitvatartás",
      '"Fő téri vécé";Fő tér 1.;47,5001;19,0502;igen;ingyenes;24/7',
      "Parki vécé;Park utca;;;nincs;100 Ft;parknyitvatartás szerint",
    ].join("\r\n"),
  );
  expect(list.columns.map(({ meaning }) => meaning)).toEqual([
    ...["name", "address", "latitude", "longitude", "accessible", "price", "hours"],
  ]);
  expect(list.columns.every(({ isSure }) => isSure)).toBe(true);
  expect(list.rows).toEqual([
    {
      line: 2,
      key: "fo teri vece fo ter 1.",
      position: [19.0502, 47.5001],
      address: null,
      tags: {
        ...{ amenity: "toilets", name: "Fő téri vécé", "addr:street": "Fő tér 1." },
        ...{ wheelchair: "yes", fee: "no", opening_hours: "24/7" },
      },
      hours: { kind: "read", hours: "24/7" },
      refusal: null,
    },
    {
      line: 3,
      key: "parki vece park utca",
      position: null,
      address: "Park utca",
      tags: {
        ...{ amenity: "toilets", name: "Parki vécé", "addr:street": "Park utca" },
        ...{ wheelchair: "no", fee: "yes", charge: "100 HUF" },
      },
      hours: { kind: "unknown", words: "parknyitvatartás szerint" },
      refusal: null,
    },
  ]);
});
