import { expect, it } from "vitest";
import { placeFeatures } from "#domain/place/place.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { MarkedPanel, MoreFacts } from "./place-panel.tsx";

it.each([
  ["hu", "Szint: −1, 0 Pelenkázó Zuhany Üzemeltető: MÁV"],
  ["en", "Level: −1, 0 Changing table Shower Run by MÁV"],
  ["de", "Ebene: −1, 0 Wickeltisch Dusche Betreiber: MÁV"],
] as const)("has in %s: %s", (language, text) => {
  const details = {
    features: ["changing-table", "shower"],
    level: "-1;0",
    operator: "MÁV",
  } as const;
  expect(textOf(renderInLanguage(<MoreFacts details={details} />, language))).toBe(text);
});

it("has a word for every detail", () => {
  const text = textOf(renderInLanguage(<MoreFacts details={{ features: placeFeatures }} />, "hu"));
  expect(text).not.toContain("panel.");
  expect(text).toContain("Kerekesszékkel részben használható");
});

it.each([
  ["hu", "Zárva Elfogadásra vár"],
  ["en", "Closed"],
  ["de", "Geschlossen"],
] as const)("says of a marker in %s: %s …", (language, text) => {
  const marker = { accepted: false, status: "closed" } as const;
  const panel = { marker, distanceMeters: 230, closeAddress: "/", onClose() {} };
  const words = textOf(renderInLanguage(<MarkedPanel {...panel} />, language));
  expect(words).toContain(text);
  expect(words).toContain("230 m");
});
