import { afterEach, expect, it, vi } from "vitest";
import { listenForGoogleOutcome } from "#app/features/account/google/google-outcome.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { GoogleDonePage } from "./auth-google-done.tsx";

const record = {
  userID: "7",
  name: "anna",
  profilePhoto: "https://a.test/7",
  isAuth: true,
} as const;
const failure = "error.googleerror" as const;

const stored = () => JSON.parse(localStorage.getItem("auth") ?? "null");

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

function renderDonePage(
  result: Parameters<typeof GoogleDonePage>[0]["result"],
  isOwnWindow: boolean,
) {
  vi.spyOn(window, "close").mockImplementation(() => {});
  const outcomes: string[] = [];
  const stop = listenForGoogleOutcome((outcome) => outcomes.push(outcome));
  const page = renderPage([
    {
      path: "/",
      Component: () => (
        <GoogleDonePage result={result} isOwnWindow={isOwnWindow} continuePath="/places" />
      ),
    },
    { path: "/places", Component: () => <h1>Lista</h1> },
  ]);
  return { ...page, outcomes, [Symbol.dispose]: stop };
}

it("stores the record, notifies the page that opened its window, and closes it", async () => {
  using page = renderDonePage({ record }, true);
  await vi.waitFor(() => expect(page.outcomes).toEqual(["signed-in"]), 30_000);
  expect(stored()).toEqual(record);
  expect(window.close).toHaveBeenCalledOnce();
});

it("hands a failure to the page that opened its window, and stores nothing", async () => {
  using page = renderDonePage({ failure }, true);
  await vi.waitFor(() => expect(page.outcomes).toEqual([failure]), 30_000);
  expect(stored()).toBeNull();
  expect(window.close).toHaveBeenCalledOnce();
});

it("goes on to where the visitor was in the same window", async () => {
  using page = renderDonePage({ record }, false);
  await page.findByRole("heading", { name: "Lista" });
  expect(stored()).toEqual(record);
  expect(window.close).not.toHaveBeenCalled();
});
