import { describe, expect, it } from "vitest";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { AccountList } from "./account-list.tsx";

const account = {
  ...{ id: "anna", email: "anna@example.org", email_verified: true, disabled: false },
  ...{ moderator_since: null, own: false },
};
const none = { places: 0, reviews: 0, reports: 0, corrections: 0, proposals: 0 };

const textWith = (sent: Partial<typeof none>, state: Partial<typeof account> = {}) =>
  textOf(
    renderInLanguage(
      <AccountList
        moderators={[]}
        disabled={[]}
        search={{
          email: account.email,
          account: { ...account, ...state, sent: { ...none, ...sent } },
        }}
      />,
      "en",
    ),
  );

describe("the question before the removal of all that an account sent", () => {
  it("counts only what exists, and names what can be restored", () => {
    const text = textWith({ places: 1, reports: 2 });
    expect(text).toContain(
      "Remove all that anna@example.org has sent, and disable the account? 1 toilet, 2 reports " +
        "You can undo this for 10 minutes. Toilets can be restored for 30 days.",
    );
    expect(text).not.toMatch(/\b0 /);
  });

  it("says nothing of disabling an account that is disabled", () => {
    const text = textWith({ reviews: 1 }, { disabled: true });
    expect(text).toContain("Remove all that anna@example.org has sent? 1 review");
    expect(text).not.toContain("disable the account");
  });

  it("mentions restoring only where toilets are removed", () => {
    expect(textWith({ reviews: 1 })).toContain("1 review You can undo this for 10 minutes.");
    expect(textWith({ reviews: 1 })).not.toContain("restored");
  });

  it("is not asked where there is nothing to remove", () => {
    expect(textWith({})).toContain("Nothing sent by this account is left.");
    expect(textWith({})).not.toContain("has sent");
  });
});
