import { expect, it, vi } from "vitest";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { VerificationPage } from "./confirm-address.tsx";

const open = {
  state: "open",
  email: "anna@example.org",
  registered: "2026-06-16T10:00:00.000Z",
} as const;

it("shows whose address would be confirmed and when that was registered, and confirms by its button", async () => {
  const action = vi.fn(() => ({ code: null }));
  const { user, getByText, getByRole, findByRole, queryByRole } = renderPage([
    {
      path: "/",
      action,
      Component: ({ actionData }) => (
        <VerificationPage
          verification={actionData ? { state: "done" } : open}
          failure={null}
          continuePath="/guide"
        />
      ),
    },
  ]);
  getByText("anna@example.org");
  expect(document.querySelector("time")?.getAttribute("datetime")).toBe(open.registered);
  expect(document.querySelector("time")?.textContent).toMatch(/2026.*12:00/);
  expect(queryByRole("status")).toBeNull();
  await user.click(getByRole("button", { name: "Megerősítem a címemet" }));
  expect((await findByRole("status")).textContent).toContain("Megerősítettük az e-mail-címed.");
  expect(action).toHaveBeenCalledOnce();
  expect(queryByRole("button")).toBeNull();
  expect(getByRole("link", { name: "Tovább" }).getAttribute("href")).toBe("/guide");
});

it.each([
  ["error.password-reset-expired-or-invalid", "Ez a link lejárt vagy hibás."],
  ["error.toomanyrequests", "Túl sok próbálkozás"],
] as const)("says why a link does not confirm: %s", (code, message) => {
  const { getByRole, queryByRole } = renderPage(
    <VerificationPage verification={{ state: "failed", code }} failure={null} continuePath="/" />,
  );
  expect(getByRole("alert").textContent).toContain(message);
  expect(queryByRole("button")).toBeNull();
});

it("keeps the button after a failed attempt", () => {
  const { getByRole } = renderPage(
    <VerificationPage verification={open} failure="error.error" continuePath="/" />,
  );
  expect(getByRole("alert").textContent).toContain("Valami hiba történt.");
  getByRole("button", { name: "Megerősítem a címemet" });
});
