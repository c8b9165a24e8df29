import { waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { drawQrCode } from "#app/ui/qr-code.tsx";
import type { Language } from "#domain/text/language.ts";
import { asInput, expectInvalid } from "#tests/support/app/expect-field.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { SecondFactorPage, type SecondFactorResult, type SetUp } from "./second-factor-page.tsx";

type Account = Parameters<typeof SecondFactorPage>[0]["account"];

const secret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const otpauthUri = `otpauth://totp/Mosd%C3%B3:anna?secret=${secret}`;
const setUp: SetUp = { secret, otpauthUri, picture: drawQrCode(otpauthUri) };
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-cccc-ddd${index}`);

const off: Account = {
  email: "anna@example.org",
  isEmailVerified: true,
  hasPassword: true,
  factor: { since: null, recovery_codes_left: 0 },
};
const on: Account = {
  ...off,
  factor: { since: "2026-06-16T10:00:00.000Z", recovery_codes_left: 9 },
};

const wrongCode = "Ez a kód nem jó, vagy már felhasználtad.";

/** The page; `respond` is the server's part, after which the account is as it says. */
function renderSecondFactor(
  account: Account,
  respond: (form: Record<string, unknown>) => SecondFactorResult = () => {
    throw new Error("nothing is sent");
  },
  language?: Language,
) {
  let shown = account;
  const sent = vi.fn();
  const page = renderPage(
    [
      {
        path: "/",
        HydrateFallback: () => null,
        loader: () => shown,
        action: async ({ request }) => {
          const form = Object.fromEntries(await request.formData());
          sent(form);
          const result = respond(form);
          if (result.recoveryCodes) shown = on;
          if (result.intent === "turn-off" && result.failure === null) shown = off;
          return result;
        },
        Component: ({ loaderData, actionData }) => (
          <SecondFactorPage
            account={loaderData as Account}
            result={actionData as SecondFactorResult | undefined}
            language={language ?? "hu"}
            messages={{}}
          />
        ),
      },
    ],
    { language },
  );
  return { ...page, sent };
}

describe("the page of a second factor that is off", () => {
  it("asks for an address that is confirmed", async () => {
    const page = renderSecondFactor({ ...off, isEmailVerified: false });
    await page.findByText(/előbb meg kell erősítened az e-mail-címed/);
    expect(page.queryByRole("button")).toBeNull();
  });

  it("asks for no password where the account has none", async () => {
    const page = renderSecondFactor({ ...off, hasPassword: false });
    await page.findByText(/Google-fiókkal vagy más szolgáltatással/);
    expect(page.queryByLabelText("Jelenlegi jelszó")).toBeNull();
    page.getByRole("button", { name: "Beállítás" });
  });

  it("marks a wrong password", async () => {
    const failure = { code: "error.wrongpassword" } as const;
    const page = renderSecondFactor(off, () => ({ intent: "set-up", failure }));
    await page.user.type(await page.findByLabelText("Jelenlegi jelszó"), "Not-this-1");
    await page.user.click(page.getByRole("button", { name: "Beállítás" }));
    expect((await page.findByRole("alert")).textContent).toContain("Ez a jelszó nem jó.");
    await expectInvalid(page.getByLabelText("Jelenlegi jelszó"), "Ez a jelszó nem jó.");
  });

  it.each([
    [
      "hu",
      [
        "Jelenlegi jelszó",
        "Beállítás",
        "QR-kód a hitelesítő alkalmazásnak",
        "Kód az alkalmazásból",
      ],
      ["Bekapcsolás", "Bekapcsoltuk a kétlépcsős bejelentkezést.", "Letöltés"],
    ],
    [
      "de",
      [
        "Bisheriges Passwort",
        "Einrichten",
        "QR-Code für die Authenticator-App",
        "Code aus der App",
      ],
      ["Einschalten", "Die Zwei-Faktor-Anmeldung ist eingeschaltet.", "Herunterladen"],
    ],
  ] as const)(
    "goes from the password over the secret to the codes in %s",
    async (language, [password, begin, picture, code], [turnOn, done, download]) => {
      const wrong = {
        intent: "turn-on",
        failure: { code: "error.wrongcode", typed: "000000" },
        setUp,
      };
      const page = renderSecondFactor(
        off,
        (form) => {
          if (form.intent === "set-up") return { intent: "set-up", failure: null, setUp };
          if (form.code === "000000") return wrong as SecondFactorResult;
          return { intent: "turn-on", failure: null, recoveryCodes };
        },
        language,
      );
      const { user } = page;
      await user.type(await page.findByLabelText(password), "Mosdo-2026!");
      await user.click(page.getByRole("button", { name: begin }));

      // The form that had the focus is gone: the title of the next step takes it.
      await page.findByRole("img", { name: picture });
      await waitFor(() => expect(document.activeElement?.tagName).toBe("H2"));
      page.getByText("ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567");
      expect(page.container.querySelector(`a[href="${otpauthUri}"]`)).not.toBeNull();
      await user.type(page.getByLabelText(code), "000000");
      await user.click(page.getByRole("button", { name: turnOn }));
      const alert = await page.findByRole("alert");
      await expectInvalid(page.getByLabelText(code), alert.textContent?.slice(0, 20) ?? "");
      expect(asInput(page.getByLabelText(code)).value).toBe("000000");
      page.getByRole("img", { name: picture });

      await user.clear(page.getByLabelText(code));
      await user.type(page.getByLabelText(code), "123456");
      await user.click(page.getByRole("button", { name: turnOn }));
      const status = await page.findByRole("status");
      expect(status.textContent).toBe(done);
      await waitFor(() => expect(document.activeElement).toBe(status.parentElement));
      expect(page.getAllByRole("listitem").map((item) => item.textContent)).toEqual(recoveryCodes);
      const file = page.getByRole("link", { name: download });
      expect(file.getAttribute("download")).toMatch(/^mosdo-.*\.txt$/);
      const text = decodeURIComponent(file.getAttribute("href") ?? "");
      for (const recoveryCode of recoveryCodes) expect(text).toContain(recoveryCode);
      expect(page.sent).toHaveBeenLastCalledWith({ intent: "turn-on", secret, code: "123456" });
    },
  );
});

describe("the page of a second factor that is on", () => {
  const anyCode = "Kód az alkalmazásból, vagy egy helyreállító kód";

  it.each([
    [9, false],
    [4, false],
    [3, true],
  ])(
    "counts the recovery codes that are left: of %d it asks for new ones: %s",
    async (left, prompts) => {
      const factor = { since: on.factor.since, recovery_codes_left: left };
      const page = renderSecondFactor({ ...on, factor });
      await page.findByText(new RegExp(`${left} helyreállító kódod maradt`));
      expect(page.queryByText("Kérj újakat, mielőtt elfogynak.") !== null).toBe(prompts);
    },
  );

  it("marks the code of the form that was sent, and keeps it", async () => {
    const page = renderSecondFactor(on, ({ code }) => ({
      intent: "turn-off",
      failure: { code: "error.wrongcode", typed: String(code) },
    }));
    const [renewing, turningOff] = await page.findAllByLabelText(anyCode);
    await page.user.type(turningOff, "111111");
    await page.user.click(page.getByRole("button", { name: "Kikapcsolás" }));
    expect((await page.findByRole("alert")).textContent).toContain(wrongCode);
    await expectInvalid(turningOff, wrongCode);
    expect(asInput(turningOff).value).toBe("111111");
    expect(renewing.hasAttribute("aria-invalid")).toBe(false);
    expect(page.sent).toHaveBeenCalledExactlyOnceWith({ intent: "turn-off", code: "111111" });
  });

  it("shows new codes once, and the message takes the focus", async () => {
    const page = renderSecondFactor(on, () => ({ intent: "renew", failure: null, recoveryCodes }));
    const [renewing] = await page.findAllByLabelText(anyCode);
    await page.user.type(renewing, "123456");
    await page.user.click(page.getByRole("button", { name: "Új kódok kérése" }));
    const status = await page.findByRole("status");
    expect(status.textContent).toContain("Elkészültek az új kódok.");
    await waitFor(() => expect(document.activeElement).toBe(status.parentElement));
    expect(page.getAllByRole("listitem")).toHaveLength(10);
    const done = page.getByRole("link", { name: "Eltettem őket" });
    expect(done.getAttribute("href")).toBe("/account");
  });

  it("says that it is off now", async () => {
    const page = renderSecondFactor(on, () => ({ intent: "turn-off", failure: null }));
    const [, turningOff] = await page.findAllByLabelText(anyCode);
    await page.user.type(turningOff, "123456");
    await page.user.click(page.getByRole("button", { name: "Kikapcsolás" }));
    const status = await page.findByRole("status");
    expect(status.textContent).toContain("Kikapcsoltuk a kétlépcsős bejelentkezést.");
    page.getByRole("button", { name: "Beállítás" });
  });
});
