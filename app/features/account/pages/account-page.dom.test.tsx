// The form loads its check when it gets the focus: from here on that takes no time.
import "#domain/account/account-forms.ts";
import { act } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { asInput, expectInvalid } from "#tests/support/app/expect-field.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { AccountPage, type AccountResult } from "./account-page.tsx";

type Account = Parameters<typeof AccountPage>[0]["account"];

const at = "2026-06-16T10:00:00.000Z";
const account: Account = {
  language: "hu",
  messages: {},
  email: "anna@example.org",
  isEmailVerified: true,
  hasPassword: true,
  isStaff: false,
  mailPreferences: { outcomes: false, waiting: "daily" },
  sessions: [{ id: "a", device: null, created_at: at, last_used_at: at, current: true }],
  factor: { since: null, recovery_codes_left: 0 },
};

/** The account page; `respond` is the server's part. */
function renderAccountPage(
  given: Partial<Account> = {},
  respond: (form: FormData) => AccountResult | null = () => null,
) {
  const action = vi.fn(async ({ request }: { request: Request }) =>
    respond(await request.formData()),
  );
  const page = renderPage([
    {
      path: "/",
      action,
      Component: ({ actionData }) => (
        <AccountPage account={{ ...account, ...given }} result={actionData as AccountResult} />
      ),
    },
  ]);
  return { action, ...page };
}

describe("AccountPage", () => {
  it("names the account, and whether its address is confirmed", () => {
    const confirmed = renderAccountPage();
    confirmed.getByText("Bejelentkezve mint anna@example.org");
    confirmed.getByText("Az e-mail-címed megerősítve.");
    confirmed.unmount();
    renderAccountPage({ isEmailVerified: false }).getByText(/még nincs megerősítve/, {
      selector: "p.mb-6",
    });
  });

  it("has no form for a password where the account has none", () => {
    const { getByText, queryByLabelText } = renderAccountPage({ hasPassword: false });
    getByText(/ezért itt nincs jelszavad/);
    expect(queryByLabelText("Jelenlegi jelszó")).toBeNull();
  });

  it("links to the stored data as a download", () => {
    const link = renderAccountPage().getByRole("link", { name: "Adatok letöltése" });
    expect(link.getAttribute("href")).toBe("/api/v1/account/export");
    expect(link.hasAttribute("download")).toBe(true);
  });

  it("advises staff alone to turn the second factor on, while it is off", () => {
    const advice = /Mosdókat kezelsz/;
    const on = { since: at, recovery_codes_left: 9 };
    for (const [given, count] of [
      [{}, 0],
      [{ isStaff: true }, 1],
      [{ isStaff: true, factor: on }, 0],
    ] as const) {
      const page = renderAccountPage(given);
      expect(page.queryAllByText(advice)).toHaveLength(count);
      page.unmount();
    }
  });
});

describe("the form of a new password", () => {
  const change = async (
    { user, getByLabelText, getByRole }: ReturnType<typeof renderAccountPage>,
    typed: { current?: string; next?: string; again?: string },
  ) => {
    const { current = "Mosdo-2026!", next = "Uj-jelszo-7", again = next } = typed;
    await user.type(getByLabelText("Jelenlegi jelszó"), current);
    await user.type(getByLabelText("Új jelszó"), next);
    await user.type(getByLabelText("Jelszó még egyszer"), again);
    await user.click(getByRole("button", { name: "Jelszó módosítása" }));
  };

  it.each([
    [{ next: "uj-jelszo-7" }, "A jelszóban legyen nagybetű.", "Új jelszó"],
    [{ again: "Uj-jelszo-8" }, "A két jelszó nem egyezik.", "Jelszó még egyszer"],
  ])("marks the invalid field without a request: %o", async (typed, message, label) => {
    const page = renderAccountPage();
    await change(page, typed);
    expect((await page.findByRole("alert")).textContent).toContain(message);
    await expectInvalid(page.getByLabelText(label), message);
    expect(page.action).not.toHaveBeenCalled();
  });

  it("marks the current password where that is wrong", async () => {
    const failure = { code: "error.wrongpassword" } as const;
    const page = renderAccountPage({}, () => ({ intent: "password", failure }));
    await change(page, { current: "Not-this-1" });
    expect((await page.findByRole("alert")).textContent).toContain("Ez a jelszó nem jó.");
    await expectInvalid(page.getByLabelText("Jelenlegi jelszó"), "Ez a jelszó nem jó.");
  });

  it("says that it was changed", async () => {
    const sent = vi.fn();
    const page = renderAccountPage({}, (form) => {
      sent(Object.fromEntries(form));
      return { intent: "password", failure: null };
    });
    await change(page, {});
    expect((await page.findByRole("status")).textContent).toContain("Megváltoztattuk");
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      intent: "password",
      currentPassword: "Mosdo-2026!",
      password: "Uj-jelszo-7",
      confirmation: "Uj-jelszo-7",
    });
  });
});

describe("an address that is not confirmed", () => {
  const again = { name: "Új megerősítő e-mailt kérek" };

  it("gets its mail again by a button, in whose place stands that it was sent", async () => {
    const sent = vi.fn();
    const page = renderAccountPage({ isEmailVerified: false }, (form) => {
      sent(form.get("intent"));
      return { intent: "confirmation", failure: null };
    });
    await page.user.click(page.getByRole("button", again));
    expect((await page.findByRole("status")).textContent).toContain("Elküldtük az e-mailt ide:");
    expect(sent).toHaveBeenCalledExactlyOnceWith("confirmation");
    expect(page.queryByRole("button", again)).toBeNull();
  });

  it("has a message about too many mails; one that is confirmed has no button", async () => {
    const failure = { code: "error.toomanyrequests" } as const;
    const page = renderAccountPage({ isEmailVerified: false }, () => ({
      intent: "confirmation",
      failure,
    }));
    await page.user.click(page.getByRole("button", again));
    expect((await page.findByRole("alert")).textContent).toContain("Túl sok próbálkozás");
    page.unmount();
    expect(renderAccountPage({ isEmailVerified: true }).queryByRole("button", again)).toBeNull();
  });
});

describe("the form of the mails", () => {
  const outcomes = { name: /^Írjatok, mi lett/ };

  async function save(page: ReturnType<typeof renderAccountPage>) {
    await page.user.click(page.getByRole("button", { name: "Mentés" }));
    expect((await page.findByRole("status")).textContent).toContain("Elmentettük");
  }

  function renderForm(given: Partial<Account> = {}) {
    const sent = vi.fn();
    const page = renderAccountPage(given, (form) => {
      sent(Object.fromEntries(form));
      return { intent: "mails", failure: null };
    });
    return { sent, ...page };
  }

  it("sends what was chosen, and does not ask others than staff about mails on pending entries", async () => {
    const { sent, ...page } = renderForm();
    const box = asInput(page.getByRole("checkbox", outcomes));
    expect(box.checked).toBe(false);
    expect(page.queryByRole("radio")).toBeNull();
    await page.user.click(box);
    await save(page);
    expect(sent).toHaveBeenLastCalledWith({ intent: "mails", outcomes: "1" });
  });

  it("asks staff how to notify them of pending entries", async () => {
    const { sent, ...page } = renderForm({
      isStaff: true,
      mailPreferences: { outcomes: true, waiting: "daily" },
    });
    expect(asInput(page.getByRole("checkbox", outcomes)).checked).toBe(true);
    expect(asInput(page.getByRole("radio", { name: /naponta/ })).checked).toBe(true);
    await page.user.click(page.getByRole("radio", { name: /azonnal/ }));
    await save(page);
    expect(sent).toHaveBeenLastCalledWith({ intent: "mails", outcomes: "1", waiting: "at-once" });
  });
});

it("asks once before it deletes the account", async () => {
  const { user, action, getByRole, findByRole } = renderAccountPage();
  const button = getByRole("button", { name: "Fiók végleges törlése" });
  const box = getByRole("checkbox", { name: /^Értem/ });
  // The form's check is loaded as it gets the focus.
  act(() => box.focus());
  await user.click(button);
  expect((await findByRole("alert")).textContent).toContain("jelöld be");
  await expectInvalid(box, "jelöld be");
  expect(action).not.toHaveBeenCalled();
  await user.click(box);
  await user.click(button);
  await vi.waitFor(() => expect(action).toHaveBeenCalledOnce(), 30_000);
});
