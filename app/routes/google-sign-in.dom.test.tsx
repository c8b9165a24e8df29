import { act, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendGoogleOutcome } from "#app/features/account/google/google-outcome.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { LoginPage } from "./login.tsx";

const ways = { hasGoogle: true, openIdName: null, hasOpenIdFailed: false };
const path = "/login?continueUrl=%2Fplaces";

/** Google's window, as the page that opened it sees it. */
let opened: { closed: boolean };

beforeEach(() => {
  opened = { closed: false };
  vi.spyOn(window, "open").mockImplementation(() => opened as Window);
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function renderLoginPage() {
  const page = renderPage(
    [{ path: "/login", Component: () => <LoginPage {...ways} result={undefined} /> }],
    { path },
  );
  const link = page.getByRole("link", { name: "Bejelentkezés Google-fiókkal" });
  return { ...page, link };
}

/** Presses a link; returns whether the browser then follows it. */
function press(link: HTMLElement, keys: object = {}): boolean {
  let follows = false;
  const observe = (event: Event) => {
    follows = !event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener("click", observe);
  fireEvent.click(link, keys);
  document.removeEventListener("click", observe);
  return follows;
}

describe("GoogleSignIn", () => {
  it("opens a window of its own", () => {
    const { link } = renderLoginPage();
    expect(press(link)).toBe(false);
    expect(window.open).toHaveBeenCalledWith(
      "/auth/google?window=own",
      "mosdo-google",
      expect.stringContaining("popup"),
    );
  });

  it("goes on in this window where others are blocked, and keeps the way back", () => {
    vi.mocked(window.open).mockReturnValue(null);
    const { link } = renderLoginPage();
    expect(press(link)).toBe(true);
    expect(link.getAttribute("href")).toBe("/auth/google?continueUrl=%2Fplaces");
  });

  it("leaves a press with a key to the browser", () => {
    const { link } = renderLoginPage();
    expect(press(link, { ctrlKey: true })).toBe(true);
    expect(window.open).not.toHaveBeenCalled();
  });

  it("loads the page again when the window has signed in", async () => {
    const loader = vi.fn(() => null);
    const { findByRole } = renderPage(
      [{ path: "/login", loader, Component: () => <LoginPage {...ways} result={undefined} /> }],
      { path },
    );
    press(await findByRole("link", { name: "Bejelentkezés Google-fiókkal" }));
    const timesBefore = loader.mock.calls.length;
    sendGoogleOutcome("signed-in");
    await vi.waitFor(() => expect(loader.mock.calls.length).toBe(timesBefore + 1), 30_000);
  });

  it.each([
    ["error.googleerror", "A Google-bejelentkezés nem sikerült."],
    ["error.disableduser", "Ezt a fiókot letiltottuk."],
    ["error.toomanyrequests", "Túl sok próbálkozás"],
  ] as const)("says why the window failed: %s", async (code, message) => {
    const { link, findByRole } = renderLoginPage();
    press(link);
    sendGoogleOutcome(code);
    expect((await findByRole("alert")).textContent).toContain(message);
  });

  it("says that the window was closed once this page has the focus, and takes the next one", async () => {
    vi.useFakeTimers();
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const { link, getByRole, queryByRole } = renderLoginPage();
    press(link);
    await pass(10_000);
    expect(queryByRole("alert")).toBeNull();
    // A page of the provider may cut the tie: the open window then looks closed.
    opened.closed = true;
    vi.mocked(document.hasFocus).mockReturnValue(false);
    await pass(10_000);
    expect(queryByRole("alert")).toBeNull();
    vi.mocked(document.hasFocus).mockReturnValue(true);
    await pass(500);
    expect(queryByRole("alert")).toBeNull();
    await pass(500);
    expect(getByRole("alert").textContent).toMatch(
      /^A Google-bejelentkezés nem sikerült.* Az ablaka bezárult/,
    );
    opened = { closed: false };
    expect(press(link)).toBe(false);
    expect(window.open).toHaveBeenCalledTimes(2);
  });
});
