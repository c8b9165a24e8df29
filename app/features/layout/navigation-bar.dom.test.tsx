import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { lostForm } from "#tests/support/app/stub-responses.ts";
import { NavigationBar } from "./navigation-bar.tsx";

const session = { role: "user", email: "anna@example.org", pendingCount: null } as const;

beforeEach(() => {
  // The DOM of the tests has no popovers.
  HTMLElement.prototype.hidePopover ??= () => {};
  vi.spyOn(HTMLElement.prototype, "hidePopover").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

it("says that a sign-out failed, stays, and tries again", async () => {
  let isUnavailable = true;
  const signOut = vi.fn(() =>
    isUnavailable ? actionWithFallback(lostForm, (failure) => failure) : null,
  );
  const { user, findByRole, getByRole, getByText, queryByRole } = renderPage([
    { path: "/", Component: () => <NavigationBar session={session} /> },
    { path: "/logout", action: signOut },
  ]);
  getByText("anna@example.org");
  await user.click(getByRole("button", { name: "Kijelentkezés" }));
  expect((await findByRole("alert")).textContent).toContain("Valami hiba történt.");
  getByText("anna@example.org");
  isUnavailable = false;
  await user.click(getByRole("button", { name: "Kijelentkezés" }));
  await vi.waitFor(() => expect(queryByRole("alert")).toBeNull(), 20_000);
  expect(signOut).toHaveBeenCalledTimes(2);
});

it("says who is signed in, and offers the sign-in to others", () => {
  const signedIn = renderPage(<NavigationBar session={session} />);
  signedIn.getByText("anna@example.org");
  expect(signedIn.queryByRole("link", { name: "Bejelentkezés" })).toBeNull();
  signedIn.unmount();
  const visitor = renderPage(<NavigationBar session={null} />);
  visitor.getByRole("link", { name: "Bejelentkezés" });
  expect(visitor.queryByRole("button", { name: "Kijelentkezés" })).toBeNull();
});

it.each([
  ["/places", "page"],
  ["/places/7", "page"],
  ["/placesetting", null],
  ["/guide", null],
])("marks the list on %s: %s", (path, current) => {
  const bar = () => <NavigationBar session={null} />;
  const { getByRole } = renderPage([{ path: "*", Component: bar }], { path });
  expect(getByRole("link", { name: "Mosdók" }).getAttribute("aria-current")).toBe(current);
});
