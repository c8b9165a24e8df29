import { describe, expect, it } from "vitest";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import type { Place } from "#domain/place/place.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { PlaceCard } from "./place-card.tsx";

const place: Place = { ...placeInGyor, rating_calculated: 4.5, rating_count: 2 };

function Card({ place, now }: { place: Place; now: Date }) {
  const title = usePlaceTitles()(place);
  return <PlaceCard {...{ place, title, now }} mapHref="/?place=12" />;
}

function card(change: Partial<Place> = {}, now = fridayAfternoon, language: "hu" | "de" = "hu") {
  return renderInLanguage(<Card place={{ ...place, ...change }} now={now} />, language);
}

describe("PlaceCard", () => {
  it("shows all that is known", () => {
    const text = textOf(card());
    for (const part of [
      "Győr",
      "Nyitva 18:00-ig",
      "Széchenyi tér 1.",
      "250 Ft",
      "Akadálymentes",
      "Vendégeknek",
      "4,50",
      "2 értékelés",
      "(az aluljáróban)",
      "Ma: 08:00–18:00",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("shows neither an unknown price nor an unknown city", () => {
    const unknown = {
      price: null,
      price_known: false,
      fee: "unknown",
      city: "",
      address: "",
      country: "NO",
    } as const;
    const text = textOf(card(unknown));
    expect(text).not.toContain("ár nem ismert");
    expect(text).not.toContain("Ingyenes");
    expect(text).toContain("Norvégia");
    expect(text).not.toContain(", Norvégia");
    expect(textOf(card({ price: null }))).toContain("Ingyenes");
  });

  it("marks a sample as one, and no other place", () => {
    const title = "Minta: kitalált adat";
    expect(textOf(card({ sample: true }))).toContain(title);
    expect(textOf(card())).not.toContain(title);
  });

  it("tells a place that costs something from one of unknown fee", () => {
    const unpriced = { price: null, price_known: false } as const;
    const costs = textOf(card({ ...unpriced, fee: "costs" }));
    expect(costs).toContain("Fizetős, az ár nem ismert");
    expect(costs).not.toContain("Ingyenes");
    expect(textOf(card({ ...unpriced, fee: "unknown" }))).not.toContain("Fizetős");
    expect(textOf(card({ ...unpriced, fee: "costs" }, fridayAfternoon, "de"))).toContain(
      "Kostenpflichtig",
    );
  });

  it("shows that a position is approximate, only where it is", () => {
    expect(textOf(card({ position_approximate: true }))).toContain("A helye csak hozzávetőleges");
    expect(textOf(card())).not.toContain("hozzávetőleges");
  });

  it("shows the wording of opening hours that seven entries cannot hold", () => {
    expect(textOf(card({ opening_hours: "Mo-Fr 08:00-18:00; PH off" }))).toContain("PH off");
  });

  it("follows the time, by the place's clock", () => {
    const minutesLater = (minutes: number) =>
      new Date(fridayAfternoon.getTime() + minutes * 60_000);
    expect(textOf(card({}, minutesLater(29)))).toContain("Nyitva 18:00-ig");
    expect(textOf(card({}, minutesLater(30)))).toContain("Hamarosan zár: 18:00-kor");
    expect(textOf(card({}, minutesLater(61)))).toContain("Zárva");
    expect(textOf(card({ time_zone: "Europe/London" }, minutesLater(61)))).toContain("Nyitva");
  });

  it("is light green without a label when accepted, salmon with a label while it is pending", () => {
    expect(card()).toContain("bg-accepted-card");
    expect(textOf(card())).not.toContain("Elfogadásra vár");
    const pending = card({ accepted: false });
    expect(pending).toContain("bg-waiting-card");
    expect(pending).not.toContain("bg-accepted-card");
    expect(textOf(pending)).toContain("Elfogadásra vár");
  });

  it("leads to the map and to the place's page, each as one link that names the place", () => {
    expect(card().match(/<a /g)).toHaveLength(2);
    expect(card()).toContain('aria-label="Térképen: Széchenyi tér 1., Győr"');
    expect(card()).toContain('href="/?place=12"');
    expect(card()).toContain('aria-label="Részletek: Széchenyi tér 1., Győr"');
    expect(card()).toContain('href="/places/12"');
  });

  it("heads each place with its own name, then its opening status", () => {
    const headingOf = (change: Partial<Place>) =>
      textOf(/<h2.*?<\/h2>/.exec(card(change))?.[0] ?? "");
    expect(headingOf({})).toBe("Széchenyi tér 1. Nyitva 18:00-ig");
    expect(headingOf({ address: "" })).toBe("az aluljáróban Nyitva 18:00-ig");
    const oslo = { country: "NO", city: "Oslo", address: "", comments: "" };
    expect(headingOf({ ...oslo, id: 3416 })).toBe("Nyilvános mosdó Nyitva 18:00-ig");
    expect(textOf(card(oslo))).toContain("Oslo, Norvégia");
  });

  it("shows a comment once, as the name or in brackets", () => {
    expect(textOf(card({ address: "" })).match(/az aluljáróban/g)).toHaveLength(1);
    expect(textOf(card({ address: "" }))).not.toContain("(az aluljáróban)");
    expect(textOf(card({ address: "", comments: "a".repeat(81) }))).toContain(
      `(${"a".repeat(81)})`,
    );
  });

  it("shows no brackets around an empty comment", () => {
    expect(textOf(card({ comments: "" }))).not.toContain("()");
  });

  it("calls a place free at a price of 0 and without one", () => {
    expect(textOf(card({ price: 0 }))).toContain("Ingyenes");
    expect(textOf(card({ price: null }))).toContain("Ingyenes");
  });

  it("shows the price in the place's currency, or says that it is the local one", () => {
    expect(textOf(card({ country: "AT", price: 0.5 }))).toContain("0,50 EUR");
    expect(textOf(card({ country: "JP", price: 100 }))).toContain("100 helyi pénznemben");
  });

  it("names a foreign place's country in the reader's language", () => {
    const vienna = { city: "Wien", country: "AT" };
    expect(textOf(card(vienna))).toContain("Wien, Ausztria");
    expect(textOf(card(vienna, fridayAfternoon, "de"))).toContain("Wien, Österreich");
  });

  it("says so where there are no ratings and where the opening times are unknown", () => {
    const unknown = card({
      rating_calculated: -1,
      rating_count: 0,
      opening_times: Array.from({ length: 7 }, () => "-"),
    });
    expect(textOf(unknown)).toContain("Még nincs értékelés");
    expect(textOf(unknown)).not.toContain("Ma:");
    expect(textOf(unknown)).toContain("Nincs megadva nyitvatartás");
  });

  it("says that a closed day is closed, and when the place opens next", () => {
    const weekend = {
      opening_times: [...Array<string>(5).fill("08:00-18:00"), "-", "-"],
      closed_days: [5, 6],
    };
    const onFriday = textOf(card(weekend, new Date("2026-05-08T16:01:00Z")));
    expect(onFriday).toContain("Zárva hétfőn 08:00-kor nyit");
    const onSaturday = textOf(card(weekend, new Date("2026-05-09T10:00:00Z")));
    expect(onSaturday).toContain("Ma: zárva");
    expect(onSaturday).toContain("vasárnap zárva");
    expect(onSaturday).not.toContain("nincs megadva");
    const onSunday = textOf(card(weekend, new Date("2026-05-10T10:00:00Z")));
    expect(onSunday).toContain("Zárva holnap 08:00-kor nyit");
  });

  it("does not guess the next opening over a day of unknown times", () => {
    const opening_times = [...Array<string>(5).fill("08:00-18:00"), "-", "-"];
    const onFriday = textOf(card({ opening_times }, new Date("2026-05-08T16:01:00Z")));
    expect(onFriday).toContain("Zárva");
    expect(onFriday).not.toContain("nyit ");
    const onSaturday = textOf(card({ opening_times }, new Date("2026-05-09T10:00:00Z")));
    expect(onSaturday).toContain("Nincs megadva nyitvatartás");
  });

  it("shows the distance only where it is known", () => {
    expect(textOf(card({ distance: 1234 }))).toContain("1,2 km");
    expect(textOf(card())).not.toContain("Távolság");
  });
});
