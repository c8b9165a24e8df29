import { expect, it } from "vitest";
import type { ImportSummary, SourceSummary } from "#domain/source-list/import-view.ts";
import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { ListsPage } from "./lists-page.tsx";

const at = "2026-05-08T10:00:00.000Z";

const imported: ImportSummary = {
  ...{ id: 7, fileName: "wc.csv", title: "Győr mosdói", state: "done", at, endedAt: at },
  ...{ progress: 1, counts: { new: 2, here: 0, look: 1, "left-out": 0 }, undoableUntil: null },
};

const source: SourceSummary = {
  ...{ name: "gyor", title: "Győr mosdói", licence: "CC BY 4.0", attribution: "Győr", link: "" },
  ...{ allowsPassingOn: true, address: "https://gyor.example/wc.csv", places: 2, checkedAt: at },
  failure: { code: "refused", status: 404 },
};

it("refuses a large file in a sentence, before it is sent", async () => {
  let isSent = false;
  const { user, findByLabelText, findByRole, getByRole } = renderPage([
    {
      path: "/",
      action: () => {
        isSent = true;
        return null;
      },
      Component: () => <ListsPage imports={[]} sources={[]} result={undefined} />,
    },
  ]);
  const file = new File(["a"], "wc.csv");
  Object.defineProperty(file, "size", { value: sourceListLimits.bytes + 1 });
  await user.upload(await findByLabelText("A lista fájlja"), file);
  await user.click(getByRole("button", { name: "Lista beolvasása" }));
  expect((await findByRole("alert")).textContent).toContain("A fájl nagyobb 20 MB-nál.");
  expect(isSent).toBe(false);
});

it("shows former imports, and why the address of a source could not be read", async () => {
  const page = <ListsPage imports={[imported]} sources={[source]} result={undefined} />;
  const { findByRole, findByText, queryByText } = renderPage(page);
  const link = await findByRole("link", { name: "Győr mosdói" });
  expect(link.getAttribute("href")).toBe("/moderation/lists/7");
  expect(link.closest("li")?.textContent).toMatch(/átvéve.*wc\.csvÚj: 2Átnézendő: 1/);
  await findByText(/A szerver nem adja ki a fájlt erről a címről \(HTTP 404\)\./);
  // It has places.
  expect(queryByText("Forrás elfelejtése")).toBeNull();
});
