import "#domain/account/account-forms.ts";
import { describe, expect, it, vi } from "vitest";
import type { AccountFailureCode } from "#app/features/account/account-failure.ts";
import { asInput, expectInvalid } from "#tests/support/app/expect-field.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { RegisterPage } from "./register.tsx";

// The form loads its check when it gets the focus: from here on that takes no time.

const good = { email: "anna@example.org", password: "Mosdo-2026!" };

/** The register screen; its action, the server's part, fails with a code. */
function renderRegisterPage(code: AccountFailureCode = "error.error") {
  const action = vi.fn(() => ({ code, email: good.email }));
  const page = renderPage([
    {
      path: "/",
      action,
      Component: ({ actionData }) => (
        <RegisterPage openIdName={null} result={actionData as ReturnType<typeof action>} />
      ),
    },
  ]);
  const register = async (
    typed: Partial<typeof good & { again: string; acceptsTerms: boolean }> = {},
  ) => {
    const { email, password, again = password, acceptsTerms = true } = { ...good, ...typed };
    if (email !== "") await page.user.type(page.getByLabelText("E-mail-cím"), email);
    await page.user.type(page.getByLabelText("Jelszó"), password);
    await page.user.type(page.getByLabelText("Jelszó még egyszer"), again);
    if (acceptsTerms) await page.user.click(page.getByRole("checkbox"));
    await page.user.click(page.getByRole("button", { name: "Regisztráció" }));
    return page.findByRole("alert");
  };
  return { action, register, ...page };
}

describe("RegisterPage", () => {
  it.each([
    [{ email: "" }, "Add meg az e-mail-címed.", "E-mail-cím"],
    [{ password: "Ab1!xyz" }, "A jelszó 8–20 karakter hosszú legyen.", "Jelszó"],
    [{ password: "Abcdefg1!Abcdefg1!abc" }, "A jelszó 8–20 karakter", "Jelszó"],
    [{ password: "ABCDEFG1!" }, "A jelszóban legyen kisbetű.", "Jelszó"],
    [{ password: "abcdefg1!" }, "A jelszóban legyen nagybetű.", "Jelszó"],
    [{ password: "Abcdefgh!" }, "A jelszóban legyen számjegy.", "Jelszó"],
    [{ password: "Abcdefg12" }, "legalább egy ezek közül: ! ? . , €", "Jelszó"],
    [{ again: "Mosdo-2026?" }, "A két jelszó nem egyezik.", "Jelszó még egyszer"],
  ])("marks the invalid field without a request: %o", async (typed, message, label) => {
    const { action, register, getByLabelText } = renderRegisterPage();
    const alert = await register(typed);
    expect(alert.textContent).toContain(message);
    await expectInvalid(getByLabelText(label), message);
    expect(action).not.toHaveBeenCalled();
  });

  it("asks for the terms, which open beside the form, and keeps what was typed", async () => {
    const { action, register, getByLabelText, getByRole } = renderRegisterPage();
    const message = "Fogadd el a közreműködők feltételeit.";
    const alert = await register({ acceptsTerms: false });
    expect(alert.textContent).toContain(message);
    await expectInvalid(getByRole("checkbox"), message);
    expect(asInput(getByLabelText("E-mail-cím")).value).toBe(good.email);
    const link = getByRole("link", { name: "A feltételek (új ablakban)" });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/terms", "_blank"]);
    expect(action).not.toHaveBeenCalled();
  });

  it.each([
    ["error.invalidemail", "Ez nem érvényes e-mail-cím."],
    ["error.alreadyinuse", "Ezzel az e-mail-címmel már van fiók."],
  ] as const)("marks the field of the server's failure %s", async (code, message) => {
    const { action, register, getByLabelText } = renderRegisterPage(code);
    expect((await register()).textContent).toContain(message);
    await expectInvalid(getByLabelText("E-mail-cím"), message);
    expect(action).toHaveBeenCalledOnce();
  });
});
