import { describe, expect, it } from "vitest";
import { contentOf } from "#domain/edits/place-change.ts";
import type { PlaceHistory } from "#domain/edits/place-history.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { ImportSource } from "./import-source.tsx";

const history: PlaceHistory = {
  ...{ place_id: 12, version: 3, page: 1, per_page: 20, total: 1, lines: [] },
  osm_id: "way/77",
  imported: {
    city: "Gyor",
    fee: { fee: "free", price: null },
    hours: { ...contentOf(placeInGyor).hours, opening_hours: "24/7" },
    wheelchair: "no",
  },
};
const shown = (osm_id = history.osm_id, language: "de" | "en" = "de") =>
  renderInLanguage(<ImportSource place={placeInGyor} history={{ ...history, osm_id }} />, language);

describe("what the import says otherwise", () => {
  it("is shown beside the place's values", () => {
    const text = textOf(shown(undefined, "en"));
    expect(text).toContain("Town or city OpenStreetMap: Gyor Here: Győr");
  });

  it("is in a text to copy, in English and in the page's language", () => {
    const [, note = ""] = /<textarea[^>]*>([^<]*)</.exec(shown()) ?? [];
    expect(note.split("\n")).toEqual([
      "On the ground this public toilet differs from the map:",
      "city: Győr",
      "fee: costs 250",
      `hours: ${placeInGyor.opening_times.join(" ")}`,
      "wheelchair: yes",
      "",
      "Auf Deutsch:",
      "Ort: Győr",
      "Preis: 250\u00a0HUF",
      "Öffnungszeiten: Jeden Tag: 08:00–18:00",
      "Kommt ein Rollstuhl hinein? Ja",
    ]);
  });

  it("is in English alone on the English page", () => {
    const [, note = ""] = /<textarea[^>]*>([^<]*)</.exec(shown(undefined, "en")) ?? [];
    expect(note.split("\n").at(-1)).toBe("wheelchair: yes");
  });

  it("is left out where the place has no value", () => {
    const imported = { paper: "yes", county: "Pest", fee: { fee: "free", price: null } } as const;
    const place = { ...placeInGyor, fee: "unknown", price: null, county: "" } as const;
    const only = renderInLanguage(
      <ImportSource place={place} history={{ ...history, imported }} />,
      "en",
    );
    expect(textOf(only)).toContain("OpenStreetMap: Pest");
    expect(only).not.toContain("textarea");
  });

  it("leads to the element, its editor, and a new note at the point", () => {
    const links = [...shown().matchAll(/href="(https:[^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual([
      "https://www.openstreetmap.org/way/77",
      "https://www.openstreetmap.org/edit?way=77",
      "https://www.openstreetmap.org/note/new?lat=47.68&amp;lon=17.63#map=19/47.68/17.63",
    ]);
  });

  it.each(["node", "node/7a", "area/7", "node/"])("leads to no element of %j", (id) => {
    expect(shown(id)).not.toContain(`openstreetmap.org/${id}`);
    expect(shown(id).match(/href="https:/g)).toHaveLength(1);
  });
});
