import { describe, expect, it } from "vitest";
import type { Place } from "#domain/place.ts";
import { renderInLanguage, textOf } from "#tests/support/render-in-language.tsx";
import { NearbyPlace } from "./nearby-place.tsx";

/** Friday, 17:00 in Budapest. */
const now = new Date("2026-05-08T15:00:00Z");

const place: Place = {
  id: 12,
  country: "HU",
  city: "Győr",
  address: "Széchenyi tér 1.",
  price: 250,
  fee: "costs",
  comments: "az aluljáróban",
  accessible: true,
  public: false,
  accepted: true,
  latitude: 47.68,
  longitude: 17.63,
  coordinates: [17.63, 47.68],
  opening_times: Array.from({ length: 7 }, () => "08:00-18:00"),
  added: "2026-01-01T00:00:00.000Z",
  rating_calculated: -1,
  rating_count: 0,
  open_status: "open",
  time_zone: "Europe/Budapest",
  last_confirmed: null,
  distance: 234,
};

const row = (change: Partial<Place> = {}) =>
  textOf(
    renderInLanguage(
      <NearbyPlace place={{ ...place, ...change }} address="/?place=12" hasDistance now={now} />,
      "hu",
    ),
  );

describe("NearbyPlace", () => {
  it("says first what tells the place apart, then town, status, price and access", () => {
    expect(row()).toBe(
      "Széchenyi tér 1. 230 m Győr (az aluljáróban) Nyitva 18:00-ig 250 Ft Akadálymentes Nem nyilvános",
    );
  });

  it("tells apart what shares an address by the comment, and what has neither by its number", () => {
    expect(row({ comments: "a felső szinten" })).not.toBe(row());
    expect(row({ address: "" })).toMatch(/^az aluljáróban 230 m Győr Nyitva/);
    const oslo = { country: "NO", city: "Oslo", address: "", comments: "" };
    expect(row({ ...oslo, id: 34 })).toMatch(/^34\. számú mosdó 230 m Oslo, Norvégia Nyitva/);
    expect(row({ ...oslo, id: 35 })).toMatch(/^35\. számú mosdó/);
  });
});
