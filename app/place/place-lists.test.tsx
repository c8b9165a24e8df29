import { expect, it } from "vitest";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { PlaceLists } from "./place-lists.tsx";

const list = { title: "WC-Anlagen Wien", attribution: "Stadt Wien", licence: "CC BY 4.0" };

it("names the list with its licence, and its words of the hours where these are not known", () => {
  const link = "https://data.example/wc";
  const shown = renderInLanguage(
    <PlaceLists lists={[{ ...list, link, hours: "im Sommer" }]} />,
    "en",
  );
  expect(textOf(shown)).toBe("The town says: “im Sommer” Data: Stadt Wien (CC BY 4.0)");
  expect(shown).toContain(`href="${link}"`);
});

it("says nothing of hours that are known, and nothing without a list", () => {
  expect(textOf(renderInLanguage(<PlaceLists lists={[list]} />, "en"))).toBe(
    "Data: Stadt Wien (CC BY 4.0)",
  );
  expect(renderInLanguage(<PlaceLists />, "en")).toBe("");
});
