import { describe, expect, it } from "vitest";
import { maxAddressLength } from "#domain/text/text-limits.ts";
import { readReportForm } from "./read-report-form.ts";

const place = {
  id: 7,
  country: "HU",
  city: "Győr",
  address: "Régi utca 1.",
  comments: "",
  coordinates: [17.63, 47.68],
} as const;

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readReportForm(form, place);
}

const asIs = { city: "Győr", address: "Régi utca 1." };

describe("readReportForm", () => {
  it("reads a report, and ignores the address beside it", () => {
    const report = { reason: "hours", text: "Délben\nzárva" };
    const message = { kind: "report", report };
    expect(read({ ...asIs, reason: "hours", text: " Délben\r\nzárva " })).toEqual({
      ok: true,
      message,
    });
  });

  it("reads the day of opening of a place that is closed until then, and of no other", () => {
    const until = { reason: "closed-until", opens_on: "2026-12-01" };
    expect(read(until)).toMatchObject({ message: { report: { ...until, text: "" } } });
    const report = { reason: "out-of-order", text: "" };
    expect(read({ ...until, ...report })).toEqual({
      ok: true,
      message: { kind: "report", report },
    });
  });

  it("reads a new address as a correction", () => {
    const fields = { reason: "address", city: "Győr", address: " Új utca 2. ", text: "Átnevezték" };
    expect(read(fields)).toEqual({
      ok: true,
      message: {
        kind: "correction",
        correction: {
          action: "edit",
          reason: "Átnevezték",
          location: { longitude: 17.63, latitude: 47.68 },
          changes: { address: "Új utca 2." },
          placeName: "Régi utca 1., Győr",
        },
      },
    });
  });

  it("takes for a correction what the form has changed, and not what others have since", () => {
    const fields = {
      shown_city: "Ács",
      shown_address: "Fő tér 1.",
      city: "Ács",
      reason: "address",
    };
    expect(read({ ...fields, address: "Fő tér 2." })).toMatchObject({
      message: { correction: { changes: { address: "Fő tér 2." } } },
    });
    expect(read({ ...fields, address: "Fő tér 1." })).toEqual({ ok: false, error: "address" });
  });

  it("reads a position without a new address", () => {
    const read1 = read({ ...asIs, reason: "address", position: "17.6312345678,47.5" });
    expect(read1).toMatchObject({
      message: {
        correction: { changes: {}, location: { longitude: 17.631235, latitude: 47.5 } },
      },
    });
  });

  it.each([
    ["reason", {}],
    ["reason", { reason: "unknown", text: "x" }],
    ["opens_on", { reason: "closed-until" }],
    ["opens_on", { reason: "closed-until", opens_on: "2026-02-30" }],
    ["text", { reason: "other", text: " " }],
    ["text", { reason: "closed", text: "x".repeat(2001) }],
    ["address", { ...asIs, reason: "address" }],
    ["address", { reason: "address", city: "Győr", address: "" }],
    ["address", { ...asIs, reason: "address", position: "181,0" }],
    ["address", { ...asIs, reason: "address", city: "Gy\u0000r" }],
    ["address", { ...asIs, reason: "address", address: "x".repeat(maxAddressLength + 1) }],
  ])("has the error %s for %j", (error, fields) => {
    expect(read(fields)).toEqual({ ok: false, error });
  });
});
