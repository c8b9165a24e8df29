import { expect, it } from "vitest";
import { expectInvalid } from "#tests/support/app/expect-field.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { ForgotPasswordPage } from "./forgot-password.tsx";

function renderForgotPasswordPage(action: () => { code: string | null }) {
  const page = renderPage([
    {
      path: "/",
      action,
      Component: ({ actionData }) => {
        const result = actionData as { code: "error.invalidemail" | null } | undefined;
        return (
          <ForgotPasswordPage
            result={result?.code ? { code: result.code } : undefined}
            isSent={result?.code === null}
          />
        );
      },
    },
  ]);
  const send = async (email: string) => {
    await page.user.type(page.getByLabelText("E-mail-cím"), email);
    await page.user.click(page.getByRole("button", { name: "Link küldése" }));
  };
  return { send, ...page };
}

it.each([
  ["error.invalidemail", "Ez nem érvényes e-mail-cím."],
  ["error.disableduser", "Ezt a fiókot letiltottuk."],
])("marks the address for %s", async (code, message) => {
  const { send, findByRole, getByLabelText } = renderForgotPasswordPage(() => ({ code }));
  await send("anna@example.org");
  expect((await findByRole("alert")).textContent).toContain(message);
  await expectInvalid(getByLabelText("E-mail-cím"), message);
});

it("says that there were too many attempts", async () => {
  const code = "error.toomanyrequests";
  const { send, findByRole } = renderForgotPasswordPage(() => ({ code }));
  await send("anna@example.org");
  expect((await findByRole("alert")).textContent).toContain("Túl sok próbálkozás");
});

it("says no more than that a mail goes to an account that there may be", async () => {
  const { send, findByRole } = renderForgotPasswordPage(() => ({ code: null }));
  await send("anna@example.org");
  expect((await findByRole("status")).textContent).toContain("Ha van fiók ezzel a címmel");
});
