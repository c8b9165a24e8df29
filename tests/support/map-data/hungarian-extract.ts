import type { TestExtract } from "./write-osm-pbf.ts";

type Corner = readonly [lng: number, lat: number];

/** The four corners of an area and the line around them, numbered from `id` on. */
export function area(id: number, [west, south]: Corner, [east, north]: Corner) {
  const nodes = {
    [id]: [west, south],
    [id + 1]: [east, south],
    [id + 2]: [east, north],
    [id + 3]: [west, north],
  } as const;
  const ways = { [id]: [[id, id + 1, id + 2, id + 3, id], {}] } as const;
  return { nodes, ways };
}

/** A street of two points some 100 m apart. */
export function street(id: number, [lng, lat]: Corner, name: string) {
  const nodes = { [id]: [lng, lat], [id + 1]: [lng + 0.0013, lat] } as const;
  const ways = { [id]: [[id, id + 1], { highway: "residential", name }] } as const;
  return { nodes, ways };
}

export function house(id: number, [lng, lat]: Corner, address: string, postcode: string) {
  const [, street, number] = /^(.*) (\S+)$/.exec(address) ?? [];
  const tags = { "addr:street": street, "addr:housenumber": number, "addr:postcode": postcode };
  return { nodes: { [id]: [lng, lat, tags] as const }, ways: {} };
}

const parts = [
  area(100, [19, 47.4], [19.2, 47.6]),
  area(110, [19.045, 47.49], [19.06, 47.515]),
  area(120, [19.16, 47.45], [19.2, 47.5]),
  street(200, [19.0461, 47.507], "Kossuth Lajos tér"),
  street(210, [19.055, 47.4925], "Kossuth Lajos utca"),
  street(220, [19.17, 47.48], "Kossuth Lajos utca"),
  street(230, [19.052, 47.5137], "Szent István körút"),
  street(240, [19.0515, 47.4925], "Március 15. tér"),
  street(250, [19.052, 47.494], "Váci utca"),
  street(260, [19.065, 47.505], "Andrássy út"),
  street(270, [19.056, 47.498], "Bajcsy-Zsilinszky út"),
  street(280, [17.634, 47.687], "Kossuth Lajos utca"),
  street(290, [17.636, 47.684], "Baross út"),
  street(300, [20.146, 46.25], "Dugonics tér"),
  street(310, [20.14, 46.255], "Kossuth Lajos sugárút"),
  street(320, [20.15, 46.252], "Petőfi Sándor u."),
  street(330, [19.03, 47.52], "Bécsi út"),
  street(340, [19.055, 47.525], "Pozsonyi út"),
  house(400, [19.0551, 47.4926], "Kossuth Lajos utca 3", "1053"),
  house(401, [19.1705, 47.4801], "Kossuth Lajos utca 12/a", "1173"),
  house(402, [17.6341, 47.6871], "Kossuth Lajos utca 3", "9025"),
  house(403, [17.6345, 47.6872], "Kossuth Lajos utca 8-14", "9025"),
  house(404, [19.0516, 47.4926], "Március 15. tér 2", "1056"),
  house(405, [19.0521, 47.4941], "Váci utca 5", "1052"),
  house(406, [19.0651, 47.5051], "Andrássy út 60", "1062"),
  house(407, [20.1461, 46.2501], "Dugonics tér 12", "6720"),
];

export const city = (
  name: string,
  population: number,
  names: Readonly<Record<string, string>> = {},
) => ({
  place: "city",
  name,
  population: String(population),
  ...names,
});

export const district = (name: string, alt_name: string) => ({
  boundary: "administrative",
  admin_level: "9",
  name,
  alt_name,
});

/** Some streets and houses of Budapest, two of its districts, Győr and Szeged; two hamlets. */
export const hungarianExtract: TestExtract = {
  nodes: {
    ...Object.assign({}, ...parts.map(({ nodes }) => nodes)),
    500: [19.0513, 47.4925, city("Budapest", 1_700_000)],
    501: [17.6344, 47.6875, city("Győr", 130_000, { "name:de": "Raab", "name:sk": "Ráb" })],
    502: [20.1456, 46.2507, city("Szeged", 160_000, { "name:de": "Szegedin" })],
    // Neither has an outline; the first is in that of Budapest, near its eastern edge.
    503: [19.19, 47.44, { place: "hamlet", name: "Szélső" }],
    504: [18.5, 46.9, { place: "hamlet", name: "Tanyasor" }],
  },
  ways: Object.assign({}, ...parts.map(({ ways }) => ways)),
  relations: {
    600: [[100], { boundary: "administrative", admin_level: "8", name: "Budapest" }],
    601: [[110], district("V. kerület", "Belváros-Lipótváros")],
    602: [[120], district("XVII. kerület", "Rákosmente")],
  },
};
