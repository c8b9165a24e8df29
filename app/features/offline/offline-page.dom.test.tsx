import { readFileSync } from "node:fs";
import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { removeQueued, type StoredWrite } from "#app/network/queued-writes.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { OfflinePage } from "./offline-page.tsx";

const messages = JSON.parse(readFileSync("public/locales/hu/offline-page.json", "utf8"));

const write = (kind: StoredWrite["kind"], placeId: number): StoredWrite => ({
  ...{ kind, placeId, author: null, state: "line" },
  writtenAt: "2026-05-08T12:00:00Z",
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** The page, where these writes wait; the browser keeps the place in Győr alone. */
function renderOffline(writes: readonly StoredWrite[]) {
  localStorage.setItem("mosdo:queue", JSON.stringify(writes));
  vi.stubGlobal("fetch", async (path: string) =>
    path === `/api/v1/places/${placeInGyor.id}`
      ? Response.json(placeInGyor)
      : Response.json({ code: "error.unavailable" }, { status: 503 }),
  );
  return renderPage(<OfflinePage isOffered={false} given={{ language: "hu", messages }} />);
}

it("says what is queued, and for which place, where that is saved", async () => {
  const page = renderOffline([write("report", placeInGyor.id), write("review", 99)]);
  await page.findByRole("link", { name: "Bejelentés: Széchenyi tér 1., Győr" });
  page.getByRole("link", { name: "Vélemény" });
  expect(page.getAllByText("Elküldjük, amint lesz kapcsolat.")).toHaveLength(2);
});

it("says that something was sent once it has gone, but not of what the visitor removes", async () => {
  const [report, review] = [write("report", placeInGyor.id), write("review", placeInGyor.id)];
  const page = renderOffline([report, review]);
  await page.findByRole("link", { name: /^Bejelentés: / });
  act(() => removeQueued(report));
  await page.findByText("Elküldtük.");
  page.getByRole("link", { name: /^Bejelentés: / });
  await page.user.click(page.getByRole("button", { name: "Törlés" }));
  await waitFor(() => expect(page.queryByRole("link", { name: /^Értékelés: / })).toBeNull());
  expect(page.getAllByText("Elküldtük.")).toHaveLength(1);
});
