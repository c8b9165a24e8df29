import { describe, expect, test } from "vitest";
import type { ColumnMapping } from "#domain/source-list/column-mapping.ts";
import { parseSourceList } from "./parse-source-list.ts";

interface Options {
  readonly homeCountry?: string | null;
  readonly mapping?: ColumnMapping;
}

const parse = (text: string, { homeCountry = "HU", mapping }: Options = {}) =>
  parseSourceList(new TextEncoder().encode(text), "list.csv", { homeCountry, mapping });

const meaningsOf = async (header: string, ...rows: readonly string[]) => {
  const { columns } = await parse([header, ...rows].join("\n"), { homeCountry: null });
  return columns.map(({ meaning, isSure }) => (isSure ? meaning : `${meaning}?`)).join(" ");
};

test("reads a table by the names of its columns", async () => {
  const list = await parse(
    [
      "Név;Cím;Szélesség;Hosszúság;Akadálymentes;Használati díj;Nyitvatartás",
      '"Fő téri vécé";Fő tér 1.;47,5001;19,0502;igen;ingyenes;24/7',
      "Parki vécé;Park utca;;;nincs;100 Ft;nyáron tovább",
    ].join("\r\n"),
  );
  expect(list.columns.every(({ isSure }) => isSure)).toBe(true);
  expect(list.firstRows[0].slice(0, 2)).toEqual(["Fő téri vécé", "Fő tér 1."]);
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
      hours: { kind: "unknown", words: "nyáron tovább" },
      refusal: null,
    },
  ]);
});

describe("published schemas", () => {
  test("Local Government Association", async () => {
    const header =
      "ExtractDate,LocationText,CoordinateReferenceSystem,GeoX,GeoY,Category,AccessibleCategory,RADARKeyNeeded,BabyChange,ChangingPlace,FullTimeStaffing,ChargeAmount,InfoURL,OpeningHours,ManagedBy,ReportEmail,Notes,UPRN,Postcode,StreetAddress";
    const row =
      "01/10/2030,High Road,OSGB36,530268,179640,unisex,unisex,no,yes,no,no,0.20,https://example.org,24/7,Town,a@example.org,Near the pond,1,N1,High Road";
    expect(await meaningsOf(header, row)).toBe(
      "none address coordinate_system longitude latitude audience accessible radar_key changing_table changing_place attended price website hours operator none comment key postcode address",
    );
  });

  test("OpenCouncilData 1.2", async () => {
    const header =
      "lat,lon,name,female,male,wheelchair,week_open,week_close,sat_open,sat_close,sun_open,sun_close,comment,access_cmt,needle_bin,operator,drink_tap";
    const row =
      "-37.8,144.9,Reserve,yes,yes,no,06:00,20:00,08:00,18:00,00:00,00:00,by the lake,two steps,no,Council,yes";
    const { rows } = await parse([header, row].join("\n"), { homeCountry: "AU" });
    expect(rows[0].hours).toEqual({
      kind: "read",
      hours: "Mo-Fr 06:00-20:00; Sa 08:00-18:00; Su off",
    });
    expect(rows[0].tags).toMatchObject({
      ...{ female: "yes", male: "yes", wheelchair: "no", drinking_water: "yes" },
      ...{ operator: "Council", description: "by the lake; two steps" },
    });
  });

  test("Vienna", async () => {
    const header =
      "FID;SHAPE;WC_ID;BEZIRK;STRASSE;ORTSANGABE;AKTIV;OEFFNUNGSZEIT;EINSCHRAENKUNGEN;PERSONALBETREUUNG;KATEGORIE;AUSSTATTUNG";
    const row = (key: string, active: string, staff: string) =>
      `f.${key};POINT (16.4 48.2);${key};1;Gasse;am Eck;${active};0-24 Uhr;;${staff};Damen 1;Euro Key`;
    const text = [header, row("A", "-1", "nein - gratis"), row("B", "0", "Mo-Fr 8-12 Uhr")];
    const { rows } = await parse(text.join("\n"), { homeCountry: "AT" });
    expect(rows[0]).toMatchObject({ key: "A", position: [16.4, 48.2], refusal: null });
    expect(rows[0].tags).toMatchObject({
      ...{ female: "yes", fee: "no", supervised: "no", centralkey: "eurokey" },
      ...{ "addr:street": "Gasse", description: "am Eck" },
    });
    expect(rows[1]).toMatchObject({ refusal: "not-in-use" });
    expect(rows[1].tags.description).toBe("am Eck; Personalbetreuung: Mo-Fr 8-12 Uhr");
  });

  test("Paris", async () => {
    const features = ["1 rue X", "2 rue Y"].map((adresse, index) => ({
      ...{ type: ["SANISETTE", "URINOIR"][index], adresse, arrondissement: "75001" },
      ...{ acces_pmr: "Oui", relais_bebe: "Non", geo_point_2d: { lon: 2.3 + index, lat: 48.8 } },
    }));
    const { rows } = await parse(JSON.stringify({ total_count: 2, results: features }), {
      homeCountry: "FR",
    });
    expect(rows.map(({ position }) => position)).toEqual([
      [2.3, 48.8],
      [3.3, 48.8],
    ]);
    expect(rows[1].tags).toEqual({
      ...{ amenity: "toilets", "addr:street": "2 rue Y", "toilets:position": "urinal" },
      ...{ wheelchair: "yes", changing_table: "no" },
    });
  });

  test("Berlin", async () => {
    const header =
      "LavatoryID;Description;City;Street;Number;PostalCode;Country;Longitude;Latitude;isOwnedByWall;isHandicappedAccessible;Price;canBePayedWithCoins;canBePayedInApp;canBePayedWithNFC;hasChangingTable;LabelID;hasUrinal";
    const row = "a1;am Bahnhof;Berlin;Allee;3;10115;D;13,39;52,52;1;1;0,5;1;0;1;0;2;1";
    const { rows } = await parse([header, row].join("\n"), { homeCountry: "DE" });
    expect(rows[0].tags).toEqual({
      ...{
        amenity: "toilets",
        wheelchair: "yes",
        fee: "yes",
        charge: "0.50",
        changing_table: "no",
      },
      ...{ "payment:coins": "yes", "payment:app": "no", "payment:contactless": "yes" },
      ...{ "addr:street": "Allee", "addr:housenumber": "3", "addr:city": "Berlin" },
      ...{ "addr:postcode": "10115", description: "am Bahnhof; Has urinal" },
    });
  });

  test("National Public Toilet Map, also in small letters", async () => {
    const header =
      "FacilityID,URL,Name,FacilityType,Address1,Town,State,Latitude,Longitude,KeyRequired,PaymentRequired,Male,Female,Unisex,Accessible,BabyChange,DrinkingWater,Shower,OpeningHours";
    const row =
      "1,https://example.org/1,Park,Park or reserve,1 St,Town,NSW,-33.8,151.2,True,False,True,True,False,True,False,True,False,24 hours";
    const meanings =
      "key website name comment? address city none? latitude longitude access price men women all_genders accessible changing_table drinking_water shower hours";
    expect(await meaningsOf(header, row)).toBe(meanings);
    expect(await meaningsOf(header.toLowerCase(), row)).toBe(meanings);
  });
});

describe("columns", () => {
  test("are sure by their name alone, with a remark in parentheses", async () => {
    expect(await meaningsOf("Name,Price (GBP),Opening hours", "A,50p,24/7")).toBe(
      "name price hours",
    );
  });

  test("are asked where a header only contains a name", async () => {
    expect(await meaningsOf("Name,Our wheelchair access,X1", "A,yes,7", "B,no,8")).toBe(
      "name accessible? none?",
    );
  });

  test("have no meaning that their values contradict", async () => {
    expect(await meaningsOf("Name,Category,Status", "A,Library,new", "B,Park,old")).toBe(
      "name none? none?",
    );
  });

  test("are no key where values repeat", async () => {
    expect(await meaningsOf("No,Name", "1,A", "2,B")).toBe("key name");
    expect(await meaningsOf("Nő,Name", "igen,A", "igen,B")).toBe("none? name");
  });

  test("are told by their values where the header is unknown", async () => {
    const row = '"Fő tér, balra","47.5, 19.0",https://example.org';
    expect(await meaningsOf("Valami,Pont,Hol", row)).toBe("comment? position website?");
  });

  test("with the same header are told apart", async () => {
    const { columns, rows } = await parse("Name,Lat,Lon,Note,Note\nA,47.5,19,one,two\n");
    expect(columns.map(({ header }) => header).slice(3)).toEqual(["Note", "Note (2)"]);
    expect(rows[0].tags.description).toBe("one; two");
  });

  test("are taken by a mapping that is given", async () => {
    const mapping: ColumnMapping = { columns: { A: "name", B: "latitude", C: "longitude" } };
    const { rows, columns } = await parse("A,B,C,D\nx,47.5,19,y\n", { mapping });
    expect(rows[0]).toMatchObject({ position: [19, 47.5], tags: { name: "x" } });
    expect(columns[3]).toMatchObject({ meaning: "none", isSure: true });
  });
});

describe("positions", () => {
  const refusalsOf = async (text: string, options?: Options) =>
    (await parse(text, options)).rows.map(({ refusal }) => refusal);

  test("hold what is swapped or impossible", async () => {
    const text =
      "Name,Lat,Lon\nA,47.5,19\nB,19.1,47.5\nC,47.4,19.2\nD,0,0\nE,95,200\nF,north,19\nG,,\nH,47,18\n";
    expect(await refusalsOf(text)).toEqual([
      ...[null, "swapped", null, "no-position", "bad-position", "bad-position", "no-position"],
      null,
    ]);
  });

  test("hold what is swapped among the list's other rows, abroad too", async () => {
    const wien = Array.from({ length: 5 }, (_, row) => `W${row},POINT (16.3${row} 48.2)`);
    const text = ["Name,Shape", ...wien, "S,POINT (48.24 16.40)", "F,POINT (2.35 48.86)"];
    expect((await refusalsOf(text.slice(0, -1).join("\n"))).at(-1)).toBe("swapped");
    expect((await refusalsOf([...text, ...wien.map((row) => `X${row}`)].join("\n")))[6]).toBe(null);
  });

  test("exchange columns that are swapped, and ask", async () => {
    const { columns, rows } = await parse("Name,Lat,Lon\nA,19,47.5\nB,19.1,47.5\n");
    expect(columns.slice(1)).toMatchObject([
      { meaning: "longitude", isSure: false },
      { meaning: "latitude", isSure: false },
    ]);
    expect(rows[0].position).toEqual([19, 47.5]);
  });

  test.each([
    ["EOV's axes by name", "Név;EOV X;EOV Y\nA;239000;650000\n", "HU", 23700],
    ["EOV's axes as easting and northing", "Név;X;Y\nA;650000;239000\n", "HU", 23700],
    ["the British grid", "Name,Easting,Northing\nA,530268,179640\n", "GB", 27700],
    ["a grid that a header states", "Name,X (EPSG:25833),Y\nA,390000,5820000\n", "DE", 25833],
  ])("try the home country's grids: %s", async (_, text, homeCountry, epsg) => {
    const { mapping, rows, columns } = await parse(text, { homeCountry });
    expect(mapping.epsg).toBe(epsg);
    expect(columns.every(({ isSure }) => isSure)).toBe(true);
    expect(rows[0].refusal).toBeNull();
  });

  test("ask where several grids fit, and take the one whose towns the rows name", async () => {
    const grid = (address: string) => `Adresse;X;Y\n"${address}";2900;341230\n`;
    const named = await parse(grid("Graben 1, Wien"), { homeCountry: "AT" });
    expect(named.mapping.epsg).toBe(31256);
    expect(named.columns.every(({ isSure }) => isSure)).toBe(true);
    const unnamed = await parse(grid("Graben 1"), { homeCountry: "AT" });
    expect(unnamed.columns.map(({ isSure }) => isSure)).toEqual([true, false, false]);
  });

  test("take each row's own system", async () => {
    const text = [
      "Name,GeoX,GeoY,CRS",
      "A,530268,179640,OSGB36",
      "B,-0.12,51.5,WGS84",
      "C,530268,179640,OSGB36",
      "D,530268,179640,EPSG:27700",
      "E,530268,179640,Mars",
      "F,-0.12,51.6,",
    ];
    const { rows } = await parse(text.join("\n"), { homeCountry: "GB" });
    expect(rows.map(({ position, refusal }) => refusal ?? position?.map(Math.round))).toEqual([
      ...[
        [-0, 52],
        [-0, 52],
        [-0, 52],
        [-0, 52],
      ],
      ...["bad-position", [-0, 52]],
    ]);
  });

  test("read a minority in degrees among a grid", async () => {
    const { rows } = await parse("Név;X;Y\nA;650000;239000\nB;651000;239500\nC;19,05;47,5\n");
    expect(rows.map(({ refusal }) => refusal)).toEqual([null, null, null]);
  });

  test("are guessed where no header names them, and asked", async () => {
    const { columns } = await parse("Name,P1,P2\nA,47.5,19\nB,47.6,19.2\n");
    expect(columns.slice(1)).toMatchObject([
      { meaning: "latitude", isSure: false },
      { meaning: "longitude", isSure: false },
    ]);
  });

  test("that rows of other addresses share are looked up", async () => {
    const text = "Address,Lat,Lon\nA street,47.5,19\nB street,47.5,19\nC street,47.6,19\n";
    const { rows } = await parse(text);
    expect(rows.map(({ position, address }) => address ?? position)).toEqual([
      ...["A street", "B street"],
      [19, 47.6],
    ]);
  });
});

describe("rows", () => {
  test("with more cells than the header are held, fewer are empty", async () => {
    const { rows } = await parse(
      "Lat,Lon,Name\n47.5,19,A\n47.6,19.1,B,x\n47.7,19.2\n47.8,19.3,D,,\n",
    );
    expect(rows.map(({ refusal }) => refusal)).toEqual([null, "too-many-cells", null, null]);
  });

  test("with a key that another has had are doubles; without one the position tells them apart", async () => {
    const own = await parse("ID,Lat,Lon\n1,47.5,19\n1,47.6,19.1\n2,47.7,19\n");
    expect(own.rows.map(({ key, refusal }) => [key, refusal])).toEqual([
      ["1", null],
      ["1", "double"],
      ["2", null],
    ]);
    const named = await parse("Name,Lat,Lon\nPark,47.5,19\nPark,47.6,19.1\nPark,47.6,19.1\n");
    expect(named.rows.map(({ key, refusal }) => [key, refusal])).toEqual([
      ["park", null],
      ["park 19.1000,47.6000", null],
      ["park 19.1000,47.6000", "double"],
    ]);
  });

  test("name a date where hours should be", async () => {
    const dates = ["24/07/2016", "24.07.2016", "2016-07-24", "42575"];
    const lines = dates.map((date, index) => `47.${index + 1},19,${date}`);
    const { rows } = await parse(["Lat,Lon,Opening hours", ...lines].join("\n"));
    expect(rows.map(({ hours }) => hours)).toEqual(
      dates.map((words) => ({ kind: "unknown", words, isDate: true })),
    );
  });

  test("join a column of hours for each day, and one that says day and night", async () => {
    const { rows } = await parse(
      "Lat,Lon,Monday,Saturday,Open 24 hours\n47.5,19,08:00-16:00,09:00-12:00,no\n47.6,19,,,yes\n",
    );
    expect(rows[1].hours).toEqual({ kind: "read", hours: "24/7" });
    expect(rows[0].hours).toEqual({
      kind: "read",
      hours: "Mo 08:00-16:00; Sa 09:00-12:00",
    });
  });

  test("take 0 and 1 in a column of prices for no and yes", async () => {
    const { rows } = await parse("Lat,Lon,Price\n47.5,19,0\n47.6,19,1\n");
    expect(rows.map(({ tags }) => [tags.fee, tags.charge])).toEqual([
      ["no", undefined],
      ["yes", undefined],
    ]);
  });

  test("join hours by the days in their headers", async () => {
    const { rows } = await parse(
      "Lat,Lon,Opening hours (Mon-Fri),Opening hours (Sat)\n47.5,19,08:00-16:00,09:00-12:00\n",
    );
    expect(rows[0].hours).toEqual({
      kind: "read",
      hours: "Mo-Fr 08:00-16:00; Sa 09:00-12:00",
    });
  });

  test("read columns whose yes means closed or free", async () => {
    const { rows } = await parse(
      "Szélesség,Hosszúság,Ingyenes,Zárva\n47.5,19,igen,nem\n47.6,19,nem,igen\n47.7,19,1,0\n",
    );
    expect(rows.map(({ tags, refusal }) => [tags.fee, refusal])).toEqual([
      ["no", null],
      ["yes", "not-in-use"],
      ["no", null],
    ]);
  });

  test("say a state that is neither yes nor no", async () => {
    const states = ["open", "open", "open", "open", "under repair", "temporarily closed"];
    const lines = states.map((state, index) => `47.${index + 1},19,${state}`);
    const { rows } = await parse(["Lat,Lon,Status", ...lines].join("\n"));
    expect(rows[4]).toMatchObject({ refusal: null, tags: { description: "Status: under repair" } });
    expect(rows[5].refusal).toBe("not-in-use");
  });

  test("have cells of at most 2,000 characters", async () => {
    const { rows } = await parse(`Name,Lat,Lon\n${"(".repeat(50_000)},47.5,19\n`);
    expect(rows[0].tags.name).toHaveLength(2_000);
  });

  test("keep what is not understood in the description", async () => {
    const { rows } = await parse(
      "Lat,Lon,Price,Wheelchair\n47.5,19,20p at weekends,ask staff\n47.6,19,free,yes\n47.7,19,free,yes\n47.8,19,free,no\n47.9,19,free,no\n",
    );
    expect(rows[0].tags).toEqual({
      amenity: "toilets",
      fee: "yes",
      description: "Price: 20p at weekends; Wheelchair: ask staff",
    });
  });
});

describe("a file is refused", () => {
  const header = "Name,Lat,Lon";
  const columns = Array.from({ length: 201 }, (_, index) => `c${index}`).join(",");
  test.each([
    ["without a row", "", { code: "empty" }],
    ["with a header alone", header, { code: "empty", line: 1 }],
    ["without a header", "1,2,3\n4,5,6\n", { code: "no-header", line: 1 }],
    ["with 201 columns", `${columns}\n1`, { code: "too-many-columns", line: 1 }],
    ["that is a page", "<!doctype html><title>404</title>", { code: "not-a-table" }],
    ["that is a PDF", "%PDF-1.7", { code: "not-a-table" }],
    ["of broken JSON", '{"a": 1,\n"b": [}', { code: "damaged" }],
    ["of JSON without rows", '{"type":"FeatureCollection","features":[]}', { code: "empty" }],
    ["of deep JSON", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, { code: "empty" }],
  ])("%s", async (_, text, fault) => {
    await expect(parse(text)).rejects.toMatchObject({ fault });
  });
});

describe("GeoJSON", () => {
  test("states its system, and has the middle of an outline", async () => {
    const feature = (geometry: object, name: string) => ({
      ...{ type: "Feature", id: name, geometry, properties: { STRASSE: name } },
    });
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::31256" } };
    const ring = [
      [2000, 341000],
      [3000, 341000],
      [3000, 342000],
      [2000, 341000],
    ];
    const features = [
      feature({ type: "Point", coordinates: [2900, 341230] }, "A"),
      feature({ type: "Polygon", coordinates: [ring] }, "B"),
    ];
    const list = await parse(JSON.stringify({ type: "FeatureCollection", crs, features }), {
      homeCountry: "AT",
    });
    expect(list.mapping.epsg).toBe(31256);
    expect(
      list.rows.map(({ key, position }) => [key, position?.map((at) => at.toFixed(2))]),
    ).toEqual([
      ["A", ["16.37", "48.21"]],
      ["B", ["16.37", "48.21"]],
    ]);
  });

  test("may have its properties under `fields`", async () => {
    const record = { recordid: "a", fields: { adresse: "1 rue X", geo_point_2d: [48.8, 2.3] } };
    const { rows } = await parse(JSON.stringify([record]), { homeCountry: "FR" });
    expect(rows[0]).toMatchObject({ key: "a", position: [2.3, 48.8] });
  });
});
