import { describe, expect, it } from "vitest";
import { checkFields } from "#domain/validation/check-fields.ts";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { contentOf, hoursContent, type PlaceContent } from "./place-change.ts";
import { changeByEdit, placeEditSchemaWith } from "./place-edit.ts";

const content = contentOf({ ...placeInGyor, opening_hours: null });
const daily = Array<string>(7).fill("08:00-18:00");
const unknown = Array<string>(7).fill("-");

/** Reader of one text, whose entries depend on the place. */
const placeEditSchema = placeEditSchemaWith((text) =>
  text === "foo" ? { position: 0, part: "foo", reason: "unreadable" } : null,
);
const readWeek = (text: string, { country, latitude }: { country: string; latitude: number }) => [
  `${text} ${country} ${latitude}`,
  ...unknown.slice(1),
];

/** What an edit makes of a place, each field's new value; or its errors. */
function made(body: object, stored: Partial<PlaceContent> = {}) {
  const edit = checkFields(placeEditSchema, body);
  if (!edit.ok) return edit.errors;
  const change = changeByEdit(edit.value, { ...content, ...stored }, readWeek);
  if (!change.ok) return change.errors;
  return Object.fromEntries(Object.entries(change.value).map(([field, { to }]) => [field, to]));
}

it.each([
  [{}, {}],
  [{ city: "Győr", county: null, accepted: false, id: 3 }, {}],
  [{ city: " Pe\u0301cs " }, { city: "Pécs" }],
  [{ comments: "" }, { comments: "" }],
  [
    { county: "Baranya", postcode: "7621" },
    { county: "Baranya", postcode: "7621" },
  ],
  [{ country: "AT" }, { country: "AT" }],
])("%j makes %j", (body, change) => {
  expect(made(body)).toEqual(change);
});

it.each([null, ""])("makes a county unknown by %j", (county) => {
  expect(made({ county }, { county: "Baranya" })).toEqual({ county: null });
});

describe("fee", () => {
  const free = { fee: "free", price: null } as const;
  const costs = { fee: "costs", price: 250 } as const;
  const unsaid = { fee: "unknown", price: null } as const;

  it.each([
    [costs, { price: 300 }, { fee: "costs", price: 300 }],
    [costs, { price: 0 }, free],
    [costs, { price: null }, { fee: "costs", price: null }],
    [costs, { fee: "costs" }, null],
    [costs, { fee: "costs", price: null }, { fee: "costs", price: null }],
    [costs, { fee: "free" }, free],
    [costs, { fee: "unknown" }, unsaid],
    [free, { price: null }, null],
    [free, { price: 0 }, null],
    [free, { fee: "costs" }, { fee: "costs", price: null }],
    [unsaid, { price: 100 }, { fee: "costs", price: 100 }],
    [unsaid, { price: null }, null],
  ] as const)("%j with %j is %j", (fee, body, expected) => {
    expect(made(body, { fee })).toEqual(expected === null ? {} : { fee: expected });
  });

  it.each([
    { fee: "free", price: 5 },
    { fee: "costs", price: 0 },
    { fee: "unknown", price: 5 },
  ])("refuses %j", (body) => {
    expect(made(body)).toEqual([{ field: "fee", code: "error.parameter" }]);
  });
});

describe("facts", () => {
  it("changes those that are named, and makes one unknown by null", () => {
    expect(made({ facts: { shower: "yes", wheelchair: null } })).toEqual({
      shower: "yes",
      wheelchair: null,
    });
  });

  it.each([
    [{ accessible: true }, "yes", null],
    [{ accessible: true }, null, { wheelchair: "yes" }],
    [{ accessible: true }, "limited", { wheelchair: "yes" }],
    [{ accessible: false }, "yes", { wheelchair: "no" }],
    [{ accessible: false }, null, null],
    [{ accessible: false }, "limited", null],
    [{ accessible: true, facts: { wheelchair: "no" } }, "yes", { wheelchair: "no" }],
  ] as const)("%j where wheelchair is %j makes %j", (body, wheelchair, expected) => {
    expect(made(body, { wheelchair })).toEqual(expected ?? {});
  });

  it.each([
    [{ public: true }, "customers", { access: "everyone" }],
    [{ public: true }, null, { access: "everyone" }],
    [{ public: true }, "everyone", null],
    [{ public: false }, "key", null],
    [{ public: false }, null, null],
    [{ public: false }, "everyone", { access: "restricted" }],
    [{ public: false, facts: { access: "key" } }, null, { access: "key" }],
  ] as const)("%j where access is %j makes %j", (body, access, expected) => {
    expect(made(body, { access })).toEqual(expected ?? {});
  });

  it("names a faulty one", () => {
    expect(made({ facts: { shower: "maybe", level: "\n" } })).toEqual([
      { field: "facts.shower", code: "error.parameter" },
      { field: "facts.level", code: "error.parameter" },
    ]);
  });
});

describe("position", () => {
  const position = { latitude: 47, longitude: 19, approximate: true };

  it.each([
    [{ latitude: 48 }, { latitude: 48, longitude: 19, approximate: false }],
    [
      { latitude: 47, longitude: 19 },
      { ...position, approximate: false },
    ],
    [
      { longitude: 20, position_approximate: true },
      { ...position, longitude: 20 },
    ],
    [{ position_approximate: false }, { ...position, approximate: false }],
    [{ position_approximate: true }, null],
    [{}, null],
  ])("%j makes %j", (body, expected) => {
    expect(made(body, { position })).toEqual(expected === null ? {} : { position: expected });
  });
});

describe("hours", () => {
  const hoursOf = (week: readonly string[], text: string | null = null) => hoursContent(week, text);
  const overnight = ["-", "-", "-", "-", "22:00-04:00", "-", "-"];

  it.each([
    ["new times", { opening_times: daily }, hoursOf(unknown), hoursOf(daily)],
    ["the same times", { opening_times: daily }, hoursOf(daily), null],
    ["unknown times", { opening_times: null }, hoursOf(daily), hoursOf(unknown)],
    [
      "closed days",
      { closed_days: [6] },
      hoursOf([...daily.slice(0, 6), "-"]),
      hoursOf([...daily.slice(0, 6), "closed"]),
    ],
    [
      "no closed days",
      { closed_days: null },
      hoursOf([...daily.slice(0, 6), "closed"]),
      hoursOf([...daily.slice(0, 6), "-"]),
    ],
    [
      "times on a day that was closed",
      { opening_times: daily },
      hoursOf([...daily.slice(0, 6), "closed"]),
      hoursOf(daily),
    ],
    [
      "times beside a closed day",
      { opening_times: ["09:00-18:00", ...daily.slice(1, 6), "-"] },
      hoursOf([...daily.slice(0, 6), "closed"]),
      hoursOf(["09:00-18:00", ...daily.slice(1, 6), "closed"]),
    ],
    [
      "unknown times with closed days",
      { opening_times: null },
      hoursOf(Array(7).fill("closed")),
      hoursOf(unknown),
    ],
    ["the times of a text", { opening_times: daily }, hoursOf(daily, "Mo-Su 08:00-18:00"), null],
    [
      "others than those of a text",
      { opening_times: daily },
      hoursOf(unknown, "Jul 08:00-18:00"),
      hoursOf(daily),
    ],
    [
      "others beside a range over midnight",
      { opening_times: ["08:00-10:00", ...overnight.slice(1)] },
      hoursOf(overnight),
      hoursOf(["08:00-10:00", ...overnight.slice(1)]),
    ],
  ])("takes %s", (_, body, stored, expected) => {
    expect(made(body, { hours: stored })).toEqual(expected === null ? {} : { hours: expected });
  });

  it.each([
    [
      { opening_times: ["22:00-04:00", ...unknown.slice(1)] },
      "opening_times.0",
      "error.invalidtime",
    ],
    [
      { opening_times: [...overnight.slice(0, 4), "22:00-05:00", "-", "-"] },
      "opening_times.4",
      "error.invalidtime",
    ],
    [{ opening_times: ["08:00-", ...unknown.slice(1)] }, "opening_times.0", "error.fillout"],
    [{ opening_times: ["8", ...unknown.slice(1)] }, "opening_times.0", "error.parameter"],
    [{ opening_times: unknown.slice(1) }, "opening_times", "error.parameter"],
    [{ closed_days: [4] }, "closed_days", "error.parameter"],
    [{ opening_times: daily, closed_days: [0] }, "closed_days", "error.parameter"],
    [{ closed_days: [1, 1] }, "closed_days", "error.parameter"],
  ])("refuses %j", (body, field, code) => {
    expect(made(body, { hours: hoursOf(overnight) })).toEqual([{ field, code }]);
  });
});

it.each([
  { city: "" },
  { city: null },
  { address: "a\nb" },
  { country: "XX" },
  { latitude: 91 },
  { longitude: "19" },
  { price: 0.001 },
  { price: -1 },
  { fee: null },
  { comments: "x".repeat(2001) },
  { note: "x".repeat(1001) },
  { note: "\u0000" },
])("refuses %j as an addition does", (body) => {
  expect(made(body)).toEqual([{ field: Object.keys(body)[0], code: "error.parameter" }]);
});
