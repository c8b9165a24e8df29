import { describe, expect, it } from "vitest";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import {
  applyChange,
  changeBetween,
  changedFields,
  contentOf,
  editFields,
  feeContent,
  hoursContent,
  joinChanges,
  meetChange,
  type PlaceChange,
  type PlaceContent,
  pickFields,
  reverseChange,
} from "./place-change.ts";

const content = contentOf({ ...placeInGyor, opening_hours: null });

const cityTo = (from: string, to: string): PlaceChange => ({ city: { from, to } });

describe("contentOf", () => {
  it("has each field of an edit, null where the place says nothing", () => {
    expect(Object.keys(content)).toEqual(editFields);
    expect(content).toMatchObject({ county: null, postcode: null, shower: null });
    expect(content).toMatchObject({ wheelchair: "yes", access: "customers" });
    expect(content.position).toEqual({ latitude: 47.68, longitude: 17.63, approximate: false });
  });

  it("takes an empty county, as the database has it, for unknown", () => {
    expect(contentOf({ ...placeInGyor, county: "", postcode: "9021" })).toMatchObject({
      county: null,
      postcode: "9021",
    });
  });
});

it.each([
  [{ fee: "free", price: 0 }, null],
  [{ fee: "free", price: null }, null],
  [{ fee: "costs", price: null }, null],
  [{ fee: "costs", price: 0.01 }, 0.01],
  [{ fee: "unknown", price: null }, null],
] as const)("%j has the amount %j", (place, price) => {
  expect(feeContent(place)).toEqual({ fee: place.fee, price });
});

it("has hours in the form of the API, and no empty text", () => {
  const week = ["08:00-18:00", "closed", "-", "-", "-", "-", "closed"];
  expect(hoursContent(week, " ")).toEqual({
    opening_times: ["08:00-18:00", "-", "-", "-", "-", "-", "-"],
    closed_days: [1, 6],
    opening_hours: null,
  });
  expect(hoursContent(week, " 24/7 ").opening_hours).toBe("24/7");
});

describe("changeBetween", () => {
  it("names what differs, and not what is left out or the same", () => {
    const change = changeBetween(content, { city: "Győr", comments: "", shower: "yes" });
    expect(change).toEqual({
      comments: { from: "az aluljáróban", to: "" },
      shower: { from: null, to: "yes" },
    });
    expect(changedFields(change)).toEqual(["comments", "shower"]);
  });

  it("compares values by their parts, in whatever order these are", () => {
    const { latitude, longitude, approximate } = content.position;
    expect(changeBetween(content, { position: { approximate, longitude, latitude } })).toEqual({});
    const moved = { ...content.position, approximate: true };
    expect(changeBetween(content, { position: moved })).toEqual({
      position: { from: content.position, to: moved },
    });
  });
});

it("applies a change, and takes it back", () => {
  const change = changeBetween(content, { city: "Pécs", wheelchair: null, shower: "no" });
  const changed = applyChange(content, change);
  expect(changed).toEqual({ ...content, city: "Pécs", wheelchair: null, shower: "no" });
  expect(applyChange(changed, reverseChange(change))).toEqual(content);
});

it("picks fields, and no others", () => {
  const change = changeBetween(content, { city: "Pécs", shower: "no" });
  expect(pickFields(change, ["shower", "paper"])).toEqual({ shower: { from: null, to: "no" } });
});

describe("joinChanges", () => {
  it("has the first value before and the last after", () => {
    const changes = [cityTo("a", "b"), { shower: { from: null, to: "yes" } }, cityTo("b", "c")];
    expect(joinChanges(changes as PlaceChange[])).toEqual({
      city: { from: "a", to: "c" },
      shower: { from: null, to: "yes" },
    });
  });

  it("leaves out a field that is as it was, also one that was unknown", () => {
    expect(joinChanges([cityTo("a", "b"), cityTo("b", "a")])).toEqual({});
    const there: PlaceChange = { shower: { from: null, to: "yes" } };
    expect(joinChanges([there, reverseChange(there)])).toEqual({});
  });
});

describe("meetChange", () => {
  const change = cityTo("Győr", "Pécs");
  const stateIn = (stored: PlaceContent) => meetChange(stored, change).get("city");

  it.each([
    ["Győr", "open"],
    ["Pécs", "done"],
    ["Sopron", "changed"],
  ])("of a city that is %s by now is %s", (city, state) => {
    expect(stateIn({ ...content, city })).toBe(state);
  });

  it("tells of the fields of the change alone", () => {
    expect([...meetChange({ ...content, comments: "other" }, change).keys()]).toEqual(["city"]);
  });
});
