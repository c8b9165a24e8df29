import { expect, it } from "vitest";
import type { Place } from "#domain/place/place.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { PlaceFacts } from "./place-facts.tsx";

type Priced = Pick<Place, "price" | "price_known" | "fee" | "facts">;

it.each<[string, Priced]>([
  ["Ingyenes", { price: null, fee: "free", facts: {} }],
  ["150 Ft", { price: 150, fee: "costs", facts: {} }],
  ["Fizetős, az ár nem ismert", { price: null, price_known: false, fee: "costs", facts: {} }],
  ["", { price: null, price_known: false, fee: "unknown", facts: {} }],
  ["Díj: 10 NOK", { price: null, price_known: false, fee: "costs", facts: { charge: "10 NOK" } }],
  ["Ingyenes Díj: yes @ (Mo-Fr)", { price: 0, fee: "free", facts: { charge: "yes @ (Mo-Fr)" } }],
  [
    "150 Ft Csak kártyával fizethető",
    { price: 150, fee: "costs", facts: { pay_card: "yes", pay_coins: "no" } },
  ],
  [
    "150 Ft",
    { price: 150, fee: "costs", facts: { pay_card: "yes", pay_coins: "no", pay_notes: "yes" } },
  ],
  ["Ingyenes Csak piszoár", { price: 0, fee: "free", facts: { men: "yes", urinals_only: "yes" } }],
])("says what is paid, and for whom it is: %s", (text, priced) => {
  const place = { ...priced, country: "HU", added: "2026-06-17T08:00:00.000Z" };
  expect(textOf(renderInLanguage(<PlaceFacts place={place} />, "hu"))).toBe(text);
});
