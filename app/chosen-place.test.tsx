import { expect, it } from "vitest";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { MarkedPanel } from "./chosen-place.tsx";

it.each([
  ["hu", "Zárva Elfogadásra vár"],
  ["en", "Closed"],
  ["de", "Geschlossen"],
] as const)("says of a marker in %s: %s …", (language, expected) => {
  const marker = { accepted: false, status: "closed" } as const;
  const panel = { marker, distanceMeters: 230, closeHref: "/", onClose() {} };
  const text = textOf(renderInLanguage(<MarkedPanel {...panel} />, language));
  expect(text).toContain(expected);
  expect(text).toContain("230 m");
});
