import { expect, it } from "vitest";
import hungarian from "../../public/locales/hu/translation.json" with { type: "json" };
import { answerLabel } from "./answer-label.ts";

it.each([
  ["shower", "Van", "Nincs"],
  ["pay_card", "Igen", "Nem"],
  ["seasonal", "Igen", "Nem"],
])("answers of %s in Hungarian: %s, %s", (fact, yes, no) => {
  const labels = (["yes", "no"] as const).map((answer) => {
    const name = answerLabel(fact, answer)
      .split(".")
      .at(-1) as keyof typeof hungarian.addPlace.facts;
    return hungarian.addPlace.facts[name];
  });
  expect(labels).toEqual([yes, no]);
});
