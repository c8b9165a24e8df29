import { describe, expect, it } from "vitest";
import { contentOf } from "#domain/edits/place-change.ts";
import type { HistoryLine } from "#domain/edits/place-history.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { HistoryPage, type TakeBackResult } from "./history-page.tsx";

const changes = { comments: { from: "jobbra", to: "az udvarban" } };
const edit: NonNullable<HistoryLine["edit"]> = {
  ...{ id: 5, version: 3, changes, standing: ["comments"], proposed: true },
};
const line: HistoryLine = {
  ...{ kind: "edited", at: fridayAfternoon.toISOString(), by: "contributor" },
  ...{ account: "anna@example.org", edit },
};

function shown({
  mayTakeBack = true,
  isTakenBack = false,
  imported,
  result,
}: {
  mayTakeBack?: boolean;
  isTakenBack?: boolean;
  imported?: { comments: string };
  result?: TakeBackResult;
} = {}) {
  const history = {
    ...{ place_id: placeInGyor.id, version: 3, page: 1, per_page: 20 as const, total: 1 },
    ...{ lines: [line], osm_id: "way/77", imported },
  };
  return renderInLanguage(
    <HistoryPage
      {...{ history, mayTakeBack, isTakenBack, result }}
      place={{ ...placeInGyor, comments: contentOf(placeInGyor).comments }}
    />,
    "hu",
  );
}

describe("the history of a place", () => {
  it("says what was changed, by whom, and that it was proposed", () => {
    const html = shown();
    expect(textOf(html)).toContain("Javaslat elfogadva");
    expect(textOf(html)).toContain("anna@example.org");
    expect(html).toMatch(/<del[^>]*>.*jobbra.*<\/del>.*<ins[^>]*>.*az udvarban.*<\/ins>/s);
  });

  it("offers staff alone to take an edit back", () => {
    expect(shown()).toContain('name="field"');
    expect(shown({ mayTakeBack: false })).not.toContain('name="field"');
  });

  it("says that an edit was taken back", () => {
    expect(textOf(shown({ isTakenBack: true }))).toContain("A változást visszavontad.");
  });

  it("shows what was changed again since, and then nothing was taken back", () => {
    const again = { comments: { from: "az udvarban, a kék ajtó", to: "mögötte" } };
    const result: TakeBackResult = { kind: "conflict", editId: 5, changes: again };
    const html = shown({ result });
    expect(textOf(html)).toContain("Ezek azóta újra megváltoztak");
    expect(html).toMatch(/<del[^>]*>.*a kék ajtó.*<\/del>.*<ins[^>]*>.*mögötte.*<\/ins>/s);
    expect(textOf(shown({ result, isTakenBack: true }))).not.toContain("A változást visszavontad.");
  });

  it("shows what OpenStreetMap says otherwise", () => {
    expect(textOf(shown({ imported: { comments: "jobbra" } }))).toContain("OpenStreetMap: jobbra");
  });
});
