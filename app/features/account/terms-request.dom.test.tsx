import { describe, expect, it, vi } from "vitest";
import { asInput } from "#tests/support/app/expect-field.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { TermsNotice, TermsRequestPage } from "./terms-request.tsx";

const messages = { language: "hu", messages: {} } as const;

/** A page with the request above it; the action, the server's part, responds. */
function renderNotice(respond: () => unknown) {
  const sent = vi.fn();
  const page = renderPage([
    {
      path: "/",
      Component: () => (
        <>
          <TermsNotice messages={messages} />
          <input aria-label="Megjegyzés" />
        </>
      ),
    },
    {
      path: "/account/terms",
      action: async ({ request }) => {
        sent(Object.fromEntries(await request.formData()));
        return respond();
      },
    },
  ]);
  return { ...page, sent };
}

const notice = { name: "A közreműködők feltételei" };

describe("TermsNotice", () => {
  it("says what the terms are about, and opens them beside the page", async () => {
    const { findByRole, getByRole } = renderNotice(() => ({ accepted: true }));
    expect((await findByRole("region", notice)).textContent).toContain("milyen licenccel");
    const link = getByRole("link", { name: "A feltételek (új ablakban)" });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/terms", "_blank"]);
  });

  it("is put off, without a request", async () => {
    const { user, sent, getByRole, queryByRole } = renderNotice(() => ({ accepted: true }));
    await user.click(getByRole("button", { name: "Később" }));
    expect(queryByRole("region", notice)).toBeNull();
    expect(sent).not.toHaveBeenCalled();
  });

  it("is accepted in place, so that what is typed on the page stays", async () => {
    const { user, sent, getByRole, getByLabelText } = renderNotice(() => ({ accepted: true }));
    await user.type(getByLabelText("Megjegyzés"), "half-typed");
    await user.click(getByRole("button", { name: "Elfogadom a feltételeket" }));
    await vi.waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ stays: "1" }), 20_000);
    expect(asInput(getByLabelText("Megjegyzés")).value).toBe("half-typed");
  });

  it("says that it could not be stored", async () => {
    const { user, findByRole, getByRole } = renderNotice(() => ({ code: "error.error" }));
    await user.click(getByRole("button", { name: "Elfogadom a feltételeket" }));
    expect((await findByRole("alert")).textContent).toContain("nem sikerült elmenteni");
  });
});

describe("TermsRequestPage", () => {
  it("asks, and says that they are accepted", () => {
    const open = renderPage(<TermsRequestPage isAccepted={false} result={undefined} />);
    open.getByRole("button", { name: "Elfogadom a feltételeket" });
    open.unmount();
    const accepted = renderPage(<TermsRequestPage isAccepted result={undefined} />);
    accepted.getByText(/Elfogadtad a most érvényes feltételeket\./);
    expect(accepted.queryByRole("button")).toBeNull();
  });
});
