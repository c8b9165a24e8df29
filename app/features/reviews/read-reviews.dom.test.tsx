import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReviewList } from "#domain/feedback/review.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { failedResponses, failing } from "#tests/support/app/stub-responses.ts";
import { ReadReviews } from "./read-reviews.tsx";

const list: ReviewList = {
  reviews: [{ id: 1, rating: 4, text: "Tiszta.", added: "2026-06-01T10:00:00.000Z", own: false }],
  page: 1,
  per_page: 10,
  total: 1,
};

const request = vi.fn<() => Response | Promise<Response>>();

beforeEach(() => {
  request.mockReset();
  vi.stubGlobal("fetch", request);
});
afterEach(() => vi.unstubAllGlobals());

describe("ReadReviews", () => {
  it.each([
    ["that break off", failedResponses.broken],
    ["that do not come", failedResponses.none],
    ["that the server refuses", failing("error.error")],
  ])("explains reviews %s, and loads them again by a button", async (_, failure) => {
    request.mockImplementation(failure);
    const page = renderPage(
      <ReadReviews placeId={7} count={1} opened={null} isOpen version={0} onChanged={null} />,
    );
    const alert = await page.findByRole("alert");
    expect(alert.textContent).toContain("nem sikerült betölteni");
    expect(page.queryByRole("article")).toBeNull();

    request.mockImplementation(() => Response.json(list));
    await page.user.click(page.getByRole("button", { name: "Próbáld újra" }));
    expect((await page.findByRole("article")).textContent).toContain("Tiszta.");
    expect(page.queryByRole("alert")).toBeNull();
  });
});
