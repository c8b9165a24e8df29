import { describe, expect, it } from "vitest";
import type { Contribution } from "#domain/account/contribution.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { ContributionsPage } from "./contributions.tsx";

const place = {
  ...{ id: 1, country: "HU", city: "Eger", address: "Fő tér 1.", comments: "" },
  ...{ accepted: true, deleted: false },
};
const sent: Contribution = {
  ...{ kind: "edit", id: 1, at: "2026-06-10T12:00:00.000Z", state: "waiting", place },
  ...{ decided_at: null, reason: "", about: ["city", "hours", "paper"], accepted_fields: [] },
};
const textWith = (other: Partial<Contribution>) => {
  const list = { page: 1, per_page: 20, total: 1, waiting: 0 } as const;
  const contributions = [{ ...sent, ...other }];
  return textOf(renderInLanguage(<ContributionsPage list={{ ...list, contributions }} />, "en"));
};

describe("an edit", () => {
  it.each(["waiting", "accepted", "declined"] as const)("has its fields by name: %s", (state) => {
    expect(textWith({ state })).toContain("Town or city · Opening hours · Toilet paper");
    expect(textWith({ state })).not.toContain("ccepted: ");
  });

  it("has those that were accepted apart from the others", () => {
    const text = textWith({ state: "part", accepted_fields: ["city", "paper"] });
    expect(text).toContain("Accepted: Town or city · Toilet paper Not accepted: Opening hours");
  });
});

it("a report of a review says why, and what became of the review", () => {
  const report = { kind: "review-report", about: ["insult"], reason: "Let it be." } as const;
  expect(textWith({ ...report, state: "kept" })).toContain("Review kept Fő tér 1., Eger");
  const text = textWith({ ...report, state: "removed" });
  expect(text).toContain("Review removed");
  expect(text).toContain("It insults or offends Reason: Let it be.");
  expect(textWith({ ...report, about: ["other"] })).toContain("Something else");
  expect(textWith({ kind: "review", state: "removed" })).toContain("Removed since");
});
