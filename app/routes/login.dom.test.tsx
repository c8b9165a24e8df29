import { describe, expect, it } from "vitest";
import type { AccountFailureCode } from "#app/features/account/account-failure.ts";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { asInput, expectInvalid, expectValid } from "#tests/support/app/expect-field.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { lostForm } from "#tests/support/app/stub-responses.ts";
import { LoginPage } from "./login.tsx";

const noWays = { hasGoogle: false, openIdName: null, hasOpenIdFailed: false };

/** The login screen; `action` is the server's part. */
function renderLoginPage(action: () => unknown) {
  const page = renderPage([
    {
      path: "/",
      action,
      Component: ({ actionData }) => <LoginPage {...noWays} result={actionData as undefined} />,
    },
  ]);
  const email = asInput(page.getByLabelText("E-mail-cím"));
  const password = asInput(page.getByLabelText("Jelszó"));
  const signIn = async () => {
    await page.user.type(email, "anna@example.org");
    await page.user.type(password, "Mosdo-2026!");
    await page.user.click(page.getByRole("button", { name: "Bejelentkezés" }));
    return (await page.findByRole("alert")).textContent;
  };
  return { ...page, email, password, signIn };
}

const failing = (code: AccountFailureCode) => () => ({ code, email: "anna@example.org" });

describe("LoginPage", () => {
  it.each([
    ["error.usernotfound", "Ezzel az e-mail-címmel nincs fiók.", "email"],
    ["error.disableduser", "Ezt a fiókot letiltottuk.", "email"],
    ["error.wrongpassword", "Ez a jelszó nem jó.", "password"],
  ] as const)("marks the field of %s, until it is changed", async (code, message, name) => {
    const { user, signIn, email, password } = renderLoginPage(failing(code));
    const field = { email, password }[name];
    expect(await signIn()).toContain(message);
    await expectInvalid(field, message);
    expect(email.value).toBe("anna@example.org");
    expect(password.value).toBe("Mosdo-2026!");
    await user.keyboard("x");
    expectValid(field, message);
  });

  it.each([
    ["error.toomanyrequests", "Túl sok próbálkozás"],
    ["error.unavailable", "átmenetileg nem válaszol"],
  ] as const)("marks no field for %s", async (code, message) => {
    const { signIn, email, password } = renderLoginPage(failing(code));
    expect(await signIn()).toContain(message);
    expectValid(email, message);
    expectValid(password, message);
  });

  it("keeps the typed text where the server sends no response, and says so", async () => {
    const { signIn, email, password } = renderLoginPage(() =>
      actionWithFallback(lostForm, (failure) => failure),
    );
    expect(await signIn()).toContain("Valami hiba történt.");
    expect([email.value, password.value]).toEqual(["anna@example.org", "Mosdo-2026!"]);
  });

  it("shows the typed password on demand", async () => {
    const { user, password, getByRole } = renderLoginPage(() => null);
    expect(password.type).toBe("password");
    await user.click(getByRole("button", { name: "Jelszó megjelenítése" }));
    expect(password.type).toBe("text");
    await user.click(getByRole("button", { name: "Jelszó elrejtése" }));
    expect(password.type).toBe("password");
  });

  it("names the operator's provider, and says that a sign-in with it failed", () => {
    const ways = { hasGoogle: true, openIdName: "Városkapu", hasOpenIdFailed: true };
    const { getByRole } = renderPage(
      [{ path: "/login", Component: () => <LoginPage {...ways} result={undefined} /> }],
      { path: "/login?continueUrl=%2Fguide" },
    );
    expect(getByRole("alert").textContent).toContain("Nem sikerült a bejelentkezés (Városkapu).");
    const link = getByRole("link", { name: "Bejelentkezés ezzel: Városkapu" });
    expect(link.getAttribute("href")).toBe("/auth/openid?continueUrl=%2Fguide");
    getByRole("link", { name: "Bejelentkezés Google-fiókkal" });
    getByRole("button", { name: "Bejelentkezés" });
  });
});

describe("the reason to sign in", () => {
  it.each([
    ["/?place=1&walk=1", "Jelentkezz be, és mutatjuk az utat a mosdóhoz."],
    ["/places?add=1&at=19,47", "Jelentkezz be, és már veheted is fel a mosdót."],
    ["/account", null],
  ])("follows from where it leads: %s", (path, reason) => {
    const { queryByText } = renderPage(<LoginPage {...noWays} result={undefined} />, {
      path: `/?continueUrl=${encodeURIComponent(path)}`,
    });
    const reasons = [/mutatjuk az utat/, /veheted is fel/].map((text) => queryByText(text));
    expect(reasons.find((shown) => shown !== null)?.textContent ?? null).toBe(reason);
  });
});
