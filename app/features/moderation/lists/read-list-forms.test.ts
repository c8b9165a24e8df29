import { expect, it } from "vitest";
import { readMappingForm, readSourceForm } from "./read-list-forms.ts";

function formOf(fields: readonly (readonly [name: string, value: string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

const columns = [
  ["header", "Breite"],
  ["meaning", "latitude"],
  ["header", "Bezirk"],
  ["meaning", "none"],
] as const;

it.each([
  [[], {}],
  [[["epsg", " 31256 "]], { epsg: 31256 }],
  [
    [
      ["winterFrom", "11"],
      ["winterTo", "3"],
    ],
    { winter: { from: 11, to: 3 } },
  ],
  [
    [
      ["winterFrom", ""],
      ["winterTo", ""],
    ],
    {},
  ],
] as const)("reads the meaning of each column, with %j", (fields, others) => {
  expect(readMappingForm(formOf([...columns, ...fields]))).toEqual({
    ok: true,
    value: { columns: { Breite: "latitude", Bezirk: "none" }, ...others },
  });
});

it.each([
  [
    "a meaning that there is not",
    [
      ["header", "a"],
      ["meaning", "colour"],
    ],
    "columns",
  ],
  ["a column without a meaning", [["header", "a"]], "columns"],
  ["a number that is not one", [["epsg", "UTM"]], "epsg"],
  ["a winter without an end", [["winterFrom", "11"]], "winter"],
  [
    "a thirteenth month",
    [
      ["winterFrom", "11"],
      ["winterTo", "13"],
    ],
    "winter",
  ],
] as const)("refuses %s", (_, fields, field) => {
  const result = readMappingForm(formOf(fields));
  expect(result).toMatchObject({ ok: false, errors: [{ field }] });
});

const source = [
  ["name", ""],
  ["title", " WC-Anlagen Wien "],
  ["licence", "CC BY 4.0"],
  ["allowsPassingOn", "1"],
] as const;

it("reads whose a list is", () => {
  expect(readSourceForm(formOf([...source, ["link", "https://data.example/wc"]]))).toEqual({
    ok: true,
    value: {
      ...{ name: "", title: "WC-Anlagen Wien", licence: "CC BY 4.0", attribution: "" },
      ...{ link: "https://data.example/wc", allowsPassingOn: true, address: "" },
    },
  });
});

it.each([
  ["link", "javascript:alert(1)"],
  ["link", "data.example"],
  ["address", "http://data.example/wc.csv"],
  ["address", "https:"],
])("refuses the %s %s", (field, value) => {
  const result = readSourceForm(formOf([...source, [field, value]]));
  expect(result).toMatchObject({ ok: false, errors: [{ field }] });
});
