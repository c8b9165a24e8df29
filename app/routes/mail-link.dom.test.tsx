import "#domain/account/account-forms.ts";
import { expect, it, vi } from "vitest";
import type { AccountFailure } from "#app/features/account/account-failure.ts";
import { asInput, expectInvalid } from "#tests/support/app/expect-field.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { type ResetCheck, ResetPage } from "./mail-link.tsx";

// The form loads its check when it gets the focus: from here on that takes no time.

const checked: ResetCheck = { ok: true, email: "anna@example.org" };
const expired: ResetCheck = { ok: false, code: "error.password-reset-expired-or-invalid" };

/** The page of a reset link that has been checked; its action, the server's part, fails with a code. */
function renderResetPage(code: AccountFailure["code"] = "error.error") {
  const action = vi.fn(() => ({ code }));
  const page = renderPage([
    {
      path: "/",
      action,
      Component: ({ actionData }) => (
        <ResetPage
          check={checked}
          result={actionData as AccountFailure | undefined}
          isDone={false}
          continuePath="/login"
        />
      ),
    },
  ]);
  const save = async (password: string) => {
    await page.user.type(page.getByLabelText("Új jelszó"), password);
    await page.user.click(page.getByRole("button", { name: "Jelszó mentése" }));
    return (await page.findByRole("alert")).textContent;
  };
  return { action, save, ...page };
}

it("names the account, and marks a password against the rules without a request", async () => {
  const { action, save, user, getByText, getByLabelText, getByRole } = renderResetPage();
  getByText("Fiók: anna@example.org");
  expect(await save("abc")).toContain("8–20 karakter");
  const field = getByLabelText("Új jelszó");
  await expectInvalid(field, "8–20 karakter");
  await user.clear(field);
  expect(await save("P@ssw0rd")).toContain("Ez a jelszó túl gyenge. Válassz másikat.");
  await expectInvalid(field, "Ez a jelszó túl gyenge.");
  expect(action).not.toHaveBeenCalled();
  const link = getByRole("link", { name: "Vissza a bejelentkezéshez" });
  expect(link.getAttribute("href")).toBe("/login");
});

it.each([
  ["password-reset-expired-or-invalid", "Kérj újat."],
  ["unknown-error", "A jelszót most nem sikerült beállítani."],
  // A provider may refuse what our rules take.
  ["password-reset-weak-password", "Ez a jelszó túl gyenge. Válassz másikat."],
] as const)("keeps the typed password after %s", async (code, message) => {
  const { save, getByLabelText } = renderResetPage(code);
  expect(await save("Uj-jelszo-7")).toContain(message);
  expect(asInput(getByLabelText("Új jelszó")).value).toBe("Uj-jelszo-7");
});

it("says that a link is of no use, and links to a new one and to the sign-in", () => {
  const { getByRole, queryByRole } = renderPage(
    <ResetPage check={expired} result={undefined} isDone={false} continuePath="/login" />,
  );
  expect(getByRole("alert").textContent).toContain(
    "Ez a link lejárt, már felhasználták, vagy hibás.",
  );
  const hrefOf = (name: string) => getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Új link kérése")).toBe("/forgotpassword");
  expect(hrefOf("Vissza a bejelentkezéshez")).toBe("/login");
  expect(queryByRole("button")).toBeNull();
});

it.each([
  ["/login", "Bejelentkezés"],
  ["/guide", "Tovább"],
])("leads on to %s after the new password", (continuePath, name) => {
  const { getByRole, queryByRole } = renderPage(
    <ResetPage check={null} result={undefined} isDone continuePath={continuePath} />,
  );
  expect(getByRole("status").textContent).toContain("Beállítottuk az új jelszavad.");
  expect(getByRole("link", { name }).getAttribute("href")).toBe(continuePath);
  expect(queryByRole("link", { name: "Vissza a bejelentkezéshez" })).toBeNull();
});
