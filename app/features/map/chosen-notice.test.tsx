import { expect, it } from "vitest";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { ChosenSkeleton } from "./chosen-notice.tsx";

it("a place that is loading has the name and the status that list or marker know", () => {
  const skeleton = <ChosenSkeleton name="Fő tér 1., Győr" status="open" />;
  expect(textOf(renderInLanguage(skeleton, "hu"))).toMatch(/Fő tér 1\., Győr Nyitva/);
});
