import { describe, expect, it } from "vitest";
import {
  borderFeature,
  featuresOfArea,
  featuresOfNode,
  featuresOfWay,
  landmarkOf,
} from "./street-map-schema.ts";

/** Layers and classes of some features, such as `transportation minor`. */
const namesOf = (features: ReturnType<typeof featuresOfWay>) =>
  features.map(({ layer, properties }) => `${layer} ${properties.class ?? ""}`.trim());

describe("a way", () => {
  it.each([
    [{ highway: "residential" }, ["transportation minor"]],
    [
      { highway: "residential", name: "Fő utca" },
      ["transportation minor", "transportation_name minor"],
    ],
    [{ highway: "motorway_link", name: "M7" }, ["transportation motorway"]],
    [{ highway: "steps" }, ["transportation path"]],
    [{ highway: "proposed" }, []],
    [{ highway: "footway", indoor: "yes" }, []],
    [{ railway: "rail" }, ["transportation rail"]],
    [{ railway: "tram" }, ["transportation transit"]],
    [{ railway: "abandoned" }, []],
    [{ waterway: "river", name: "Duna" }, ["waterway river"]],
    [{ man_made: "pier" }, ["transportation pier"]],
    [{ building: "yes" }, []],
    [{}, []],
  ])("that is open, with %o is %o", (tags, expected) => {
    expect(namesOf(featuresOfWay(tags, false))).toEqual(expected);
  });

  it.each([
    [{ building: "yes" }, ["building"]],
    [{ building: "no" }, []],
    [{ building: "yes", "addr:housenumber": "3" }, ["building", "housenumber"]],
    [{ landuse: "forest" }, ["landcover wood"]],
    [{ leisure: "park" }, ["landcover grass"]],
    [{ landuse: "residential" }, ["landuse residential"]],
    [{ natural: "water", name: "Balaton" }, ["water lake", "water_name lake"]],
    [{ waterway: "riverbank", name: "Duna" }, ["water river"]],
    [{ highway: "pedestrian", area: "yes", name: "Fő tér" }, ["landuse pedestrian", "poi"]],
    [{ highway: "pedestrian", area: "yes", name: "Fő tér", tunnel: "yes" }, []],
    [{ place: "square", area: "yes", name: "Fő tér", level: "-2" }, []],
    [{ place: "square", area: "yes", name: "Fő tér", level: "0" }, ["landuse pedestrian", "poi"]],
    [{ highway: "residential" }, ["transportation minor"]],
    [
      { highway: "pedestrian", name: "Fő utca" },
      ["transportation minor", "transportation_name minor"],
    ],
    [{ man_made: "pier", area: "yes" }, ["landuse pier"]],
    [{ man_made: "pier", area: "no" }, ["transportation pier"]],
    [{ building: "yes", area: "no" }, []],
  ])("that is closed, with %o is %o", (tags, expected) => {
    expect(namesOf(featuresOfWay(tags, true))).toEqual(expected);
  });

  it("along or across a street is marked as its sidewalk", () => {
    const sidewalk = (tags: Record<string, string>) =>
      featuresOfWay(tags, false)[0].properties.sidewalk;
    expect(sidewalk({ highway: "footway", footway: "sidewalk" })).toBe("yes");
    expect(sidewalk({ highway: "cycleway", cycleway: "crossing" })).toBe("yes");
    expect(sidewalk({ highway: "cycleway", footway: "sidewalk" })).toBe("yes");
    expect(sidewalk({ highway: "footway" })).toBeUndefined();
    expect(sidewalk({ highway: "residential", footway: "sidewalk" })).toBeUndefined();
  });

  it("in a tunnel or on a bridge is marked so, and another is not", () => {
    const brunnel = (tags: Record<string, string>) =>
      featuresOfWay({ highway: "primary", ...tags }, false)[0].properties.brunnel;
    expect([brunnel({ tunnel: "yes" }), brunnel({ bridge: "viaduct" })]).toEqual([
      "tunnel",
      "bridge",
    ]);
    expect([brunnel({ tunnel: "no" }), brunnel({ bridge: "no" }), brunnel({})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a landmark", () => {
  it.each([
    [{ railway: "station" }, "station"],
    [{ railway: "station", station: "subway" }, "subway"],
    [{ railway: "tram_stop" }, "tram_stop"],
    [{ highway: "bus_stop" }, "bus_stop"],
    [{ tourism: "museum", building: "yes" }, "museum"],
    [{ amenity: "place_of_worship", religion: "christian" }, "christian"],
    [{ amenity: "place_of_worship", religion: "bahai" }, "place_of_worship"],
    [{ amenity: "place_of_worship" }, "place_of_worship"],
    [{ tourism: "information", information: "office" }, "information"],
    [{ tourism: "information", information: "board" }, null],
    [{ man_made: "water_tap" }, "drinking_water"],
    [{ man_made: "water_tap", drinking_water: "no" }, null],
    [{ amenity: "bench" }, "bench"],
    [{ leisure: "playground", access: "private" }, null],
    [{ place: "square" }, "square"],
    [{ highway: "pedestrian" }, "pedestrian"],
    [{ highway: "pedestrian", place: "square" }, "square"],
    [{ highway: "pedestrian", amenity: "marketplace" }, "pedestrian"],
    [{ amenity: "townhall", historic: "castle" }, "castle"],
    [{ tourism: "museum", disused: "yes" }, null],
    [{ public_transport: "station", building: "train_station" }, null],
    [{ amenity: "toilets" }, null],
    [{ amenity: "toString" }, null],
    [{}, null],
  ])("with %o is %s", (tags, expected) => {
    expect(landmarkOf(tags)).toBe(expected);
  });

  it("that is an entrance of a metro has its letter for a name, if it has one", () => {
    const entrance = (tags: Record<string, string>) =>
      featuresOfNode({ railway: "subway_entrance", ...tags })[0].properties;
    const subclass = "subway_entrance";
    expect(entrance({ name: "Metro Oktogon A", ref: "A" })).toEqual({ subclass, name: "A" });
    expect(entrance({ name: "Oktogon" })).toEqual({ subclass, name: "Oktogon" });
    expect(entrance({})).toEqual({ subclass });
  });

  it("has a name, unless its kind is a landmark without one", () => {
    const landmarks = (tags: Record<string, string>) =>
      featuresOfNode(tags).map(({ properties, minZoom }) => [properties.subclass, minZoom]);
    expect(landmarks({ tourism: "museum" })).toEqual([]);
    expect(landmarks({ tourism: "museum", name: "Kiasma" })).toEqual([["museum", 14]]);
    expect(landmarks({ railway: "station", name: "Keleti" })).toEqual([["station", 12]]);
    expect(landmarks({ leisure: "park", name: "Városliget" })).toEqual([["park", 12]]);
    expect(landmarks({ amenity: "drinking_water" })).toEqual([["drinking_water", 14]]);
  });
});

describe("a node", () => {
  it.each([
    [{ place: "city", name: "Eger" }, ["place city"]],
    [{ place: "city" }, []],
    [{ railway: "station", name: "Keleti" }, ["poi"]],
    [{ railway: "station" }, []],
    [{ entrance: "main" }, ["entrance main"]],
    [{ entrance: "no" }, []],
    [{ "addr:housenumber": "12/a" }, ["housenumber"]],
    [{ amenity: "toilets" }, []],
  ])("with %o is %o", (tags, expected) => {
    expect(namesOf(featuresOfNode(tags))).toEqual(expected);
  });

  it("of a larger town has a smaller rank", () => {
    const rank = (population: string) =>
      Number(featuresOfNode({ place: "city", name: "x", population })[0].properties.rank);
    expect(rank("1 700 000")).toBeLessThan(rank("160000"));
    expect(rank("160000")).toBeLessThan(rank("900"));
    expect(rank("many")).toBe(rank("100"));
  });
});

describe("names", () => {
  const named = (tags: Record<string, string>) =>
    featuresOfNode({ place: "town", ...tags })[0].properties;

  it("are in the product's languages where they differ", () => {
    const tags = { name: "Wien", "name:hu": "Bécs", "name:de": "Wien", "name:fr": "Vienne" };
    expect(named(tags)).toEqual({ class: "town", rank: 16, name: "Wien", "name:hu": "Bécs" });
  });

  it("are in Latin letters where the local one is not", () => {
    expect(named({ name: "Суботица", int_name: "Subotica" })["name:latin"]).toBe("Subotica");
    expect(named({ name: "Šid", int_name: "Sid" })["name:latin"]).toBeUndefined();
  });
});

it("a border of a country is drawn at low zooms, and marked where it is at sea", () => {
  expect(borderFeature(2, true)).toMatchObject({ minZoom: 3, properties: { maritime: 1 } });
  expect(borderFeature(6, false)).toMatchObject({ minZoom: 6, properties: { maritime: 0 } });
});

it("a relation of an area has the features of a closed way", () => {
  const tags = { natural: "water", name: "Velencei-tó" };
  expect(featuresOfArea(tags)).toEqual(featuresOfWay(tags, true));
});
