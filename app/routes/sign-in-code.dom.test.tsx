import { describe, expect, it } from "vitest";
import type { AccountFailureCode } from "#app/features/account/account-failure.ts";
import type { CodeResult } from "#app/features/account/second-factor/code-field.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { asInput, expectInvalid, expectValid } from "#tests/support/app/expect-field.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { lostForm } from "#tests/support/app/stub-responses.ts";
import { CodePage } from "./sign-in-code.tsx";

/** The second step of a sign-in; its action, the server's part, fails. */
function renderCodePage(respond: () => unknown = () => null, path = "/login/code") {
  const page = renderPage(
    [
      {
        path: "/login/code",
        action: respond,
        Component: ({ actionData }) => (
          <CodePage
            isRecovery={path.includes("with=recovery")}
            result={actionData as CodeResult | undefined}
            language="hu"
            messages={{}}
          />
        ),
      },
    ],
    { path },
  );
  const send = async (code: string) => {
    await page.user.type(page.getByLabelText("Kód az alkalmazásból"), code);
    await page.user.click(page.getByRole("button", { name: "Tovább" }));
    return (await page.findByRole("alert")).textContent;
  };
  return { ...page, send };
}

const failing = (code: AccountFailureCode) => () => ({ code, typed: "123 456" });

describe("CodePage", () => {
  it("asks for the app's code, which browsers and keyboards know", () => {
    const { getByRole, getByLabelText } = renderCodePage();
    expect(getByRole("heading", { level: 1 }).textContent).toBe("Kód a bejelentkezéshez");
    const code = getByLabelText("Kód az alkalmazásból");
    expect(code.getAttribute("autocomplete")).toBe("one-time-code");
    expect(code.getAttribute("inputmode")).toBe("numeric");
  });

  it("marks a wrong code, and keeps it", async () => {
    const message = "Ez a kód nem jó, vagy már felhasználtad.";
    const { send, getByLabelText } = renderCodePage(failing("error.wrongcode"));
    expect(await send("123 456")).toContain(message);
    const code = asInput(getByLabelText("Kód az alkalmazásból"));
    await expectInvalid(code, message);
    expect(code.value).toBe("123 456");
  });

  it.each([
    ["error.toomanyrequests", "Túl sok próbálkozás"],
    ["error.signinexpired", "Ez túl sokáig tartott."],
  ] as const)("says what else is wrong, and marks nothing: %s", async (failure, message) => {
    const { send, getByLabelText } = renderCodePage(failing(failure));
    expect(await send("123 456")).toContain(message);
    expectValid(getByLabelText("Kód az alkalmazásból"), message);
  });

  it("keeps the code where the server sends no response", async () => {
    const { send, getByLabelText } = renderCodePage(() =>
      actionWithFallback(lostForm, (failure): CodeResult => failure),
    );
    expect(await send("123 456")).toContain("Valami hiba történt.");
    expect(asInput(getByLabelText("Kód az alkalmazásból")).value).toBe("123 456");
  });

  it.each([
    ["/login/code", "/login/code?with=recovery", "/login"],
    [
      "/login/code?continueUrl=%2Fplaces",
      "/login/code?continueUrl=%2Fplaces&with=recovery",
      "/login?continueUrl=%2Fplaces",
    ],
  ])(
    "leads from %s to a recovery code and back, and keeps where the page leads",
    (path, recovery, login) => {
      const app = renderCodePage(undefined, path);
      const hrefOf = (page: typeof app, name: string | RegExp) =>
        page.getByRole("link", { name }).getAttribute("href");
      expect(hrefOf(app, /Helyreállító kód$/)).toBe(recovery);
      expect(hrefOf(app, "Vissza a bejelentkezéshez")).toBe(login);
      app.unmount();
      const other = renderCodePage(undefined, recovery);
      other.getByLabelText("Helyreállító kód");
      expect(hrefOf(other, "Inkább az alkalmazás kódja")).toBe(path);
    },
  );
});
