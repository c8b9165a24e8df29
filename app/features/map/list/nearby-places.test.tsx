import { describe, expect, it } from "vitest";
import type { Place } from "#domain/place/place.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { NearbyPlace } from "./nearby-places.tsx";

const place: Place = { ...placeInGyor, distance: 234 };

const row = (change: Partial<Place> = {}) =>
  textOf(
    renderInLanguage(
      <NearbyPlace
        place={{ ...place, ...change }}
        address="/?place=12"
        hasDistance
        now={fridayAfternoon}
      />,
      "hu",
    ),
  );

describe("NearbyPlace", () => {
  it("begins with the place's own name, then town, status, price and access", () => {
    expect(row()).toBe(
      "Széchenyi tér 1. 230 m Győr (az aluljáróban) Nyitva 18:00-ig 250 Ft Akadálymentes Vendégeknek",
    );
  });

  it("tells places with the same address apart by the comment, and places with neither by their numbers", () => {
    expect(row({ comments: "a felső szinten" })).not.toBe(row());
    expect(row({ address: "" })).toMatch(/^az aluljáróban 230 m Győr Nyitva/);
    const oslo = { country: "NO", city: "Oslo", address: "", comments: "" };
    expect(row({ ...oslo, id: 34 })).toMatch(/^34\. számú mosdó 230 m Oslo, Norvégia Nyitva/);
    expect(row({ ...oslo, id: 35 })).toMatch(/^35\. számú mosdó/);
  });
});
