import { fireEvent, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { applyChange, contentOf } from "#domain/edits/place-change.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import type { EditFailure } from "./edit-action.ts";
import { draftOf } from "./edit-draft.ts";
import { type AppliedEntry, EditDonePage, EditPage, EditSignInPage } from "./edit-page.tsx";

const place = placeInGyor;
const base = contentOf(placeInGyor);
const filled = { draft: draftOf(base), base, version: 3, note: "Ma jártam ott." };
type Conflict = Extract<EditFailure, { kind: "conflict" }>;

const sent: [string, string][][] = [];

afterEach(() => {
  sent.length = 0;
  sessionStorage.clear();
});

/** Opens the form; each time that it is sent, its next result comes. */
function renderEdit({
  results = [],
  applied = null,
  proposal = null,
}: {
  results?: readonly EditFailure[];
  applied?: AppliedEntry | null;
  proposal?: { id: number; at: string } | null;
} = {}) {
  const pending = [...results];
  return renderPage([
    {
      path: "/",
      action: async ({ request }: { request: Request }) => {
        sent.push([...(await request.formData())].map(([name, text]) => [name, String(text)]));
        return pending.shift() ?? null;
      },
      Component: ({ actionData }: { actionData?: EditFailure }) => (
        <EditPage
          placeId={place.id}
          {...{ place, filled, applied, proposal }}
          isAtOnce={proposal === null}
          result={actionData ?? undefined}
          search=""
          renderPinMap={() => null}
        />
      ),
    },
  ] as Parameters<typeof renderPage>[0]);
}

// By their attributes: roles and names of so large a form take seconds.
const field = (name: string) => document.querySelector(`[name=${name}]`) as HTMLElement;
const submit = () => [...document.querySelectorAll("[type=submit]")].at(-1) as HTMLElement;

const valueSent = (name: string) => sent.at(-1)?.find(([known]) => known === name)?.[1];

describe("who saves later", () => {
  const changes = {
    county: { from: null, to: "A más megyéje" },
    postcode: { from: null, to: "2890" },
    comments: { from: base.comments, to: "amit más ír" },
  };
  const now = applyChange({ ...base, county: null, postcode: null }, changes);
  const conflict: Conflict = {
    ...{ kind: "conflict", changes, both: ["county", "comments"] },
    filled: {
      draft: { ...draftOf(now), comments: "amit én írok", county: "Az én megyém" },
      ...{ base: now, version: 4, note: filled.note },
    },
  };

  it("is shown the other's changes, chooses field by field, and loses nothing", async () => {
    const further: Conflict = {
      ...conflict,
      changes: { city: { from: base.city, to: "Tatabánya" } },
      both: [],
      filled: { ...conflict.filled, version: 5 } as Conflict["filled"],
    };
    const { user, findByRole } = renderEdit({ results: [conflict, further] });
    const save = () => user.click(submit());
    fireEvent.change(field("comments"), { target: { value: "amit én írok" } });
    fireEvent.change(field("county"), { target: { value: "Az én megyém" } });
    await save();
    const region = await findByRole("region", {
      name: "Közben más is módosította ezt a mosdót",
    });
    const shown = within(region);
    for (const text of ["amit más ír", "2890"]) expect(region.textContent).toContain(text);
    const mine = shown.getByRole("radio", { name: "Amit én írtam: amit én írok" });
    expect(mine).toHaveProperty("checked", true);
    shown.getByRole("radio", { name: "A másik módosítás: amit más ír" });
    await waitFor(() => expect(field("postcode")).toHaveProperty("value", "2890"));
    expect(field("comments")).toHaveProperty("value", "amit én írok");

    // One field is left to the other.
    await user.click(shown.getByRole("radio", { name: "A másik módosítás: A más megyéje" }));
    expect(field("county")).toHaveProperty("value", "A más megyéje");
    await save();
    expect(valueSent("version")).toBe("4");
    expect(valueSent("comments")).toBe("amit én írok");
    expect(valueSent("county")).toBe("A más megyéje");
    // A further change meanwhile is shown as well.
    await shown.findByText(/Tatabánya/);
    expect(field("comments")).toHaveProperty("value", "amit én írok");
  });
});

describe("the form of an edit", () => {
  it.each([
    ["report", "Az udvarban van."],
    ["correction", "Átnevezték."],
  ] as const)("says what it settles: a %s", (kind, text) => {
    const { getByText } = renderEdit({ applied: { kind, id: 7, text } });
    getByText(text, { exact: false });
    expect(document.querySelector(`a[href="/moderation?part=${kind}s"]`)).not.toBeNull();
  });

  it("withdraws the own proposal after a question", async () => {
    const { user, getByText } = renderEdit({
      proposal: { id: 9, at: fridayAfternoon.toISOString() },
    });
    expect(field("note")).toHaveProperty("value", "Ma jártam ott.");
    await user.click(getByText("Javaslat visszavonása"));
    await user.click(getByText("Igen, visszavonom"));
    expect(sent).toEqual([
      [
        ["intent", "withdraw"],
        ["proposal", "9"],
      ],
    ]);
  });

  it("leads a visitor to the sign-in, and back", () => {
    const { getByRole } = renderPage(<EditSignInPage place={place} path="/places/12/edit" />);
    const href = `/login?continueUrl=${encodeURIComponent("/places/12/edit")}`;
    expect(getByRole("link", { name: "Bejelentkezés" }).getAttribute("href")).toBe(href);
  });

  it("says what was stored, and leads back to where it was opened", () => {
    const stored = { comments: { from: base.comments, to: "az udvarban, a kék ajtó" } };
    const { getByText, getByRole } = renderPage(
      <EditDonePage {...{ place, stored }} done="saved" applied="correction" />,
    );
    getByText("Köszönjük! Elmentettük.");
    expect(document.querySelector("ins")?.textContent).toContain("az udvarban, a kék ajtó");
    const back = getByRole("link", { name: "Vissza a moderáláshoz" });
    expect(back.getAttribute("href")).toBe("/moderation?part=corrections");
  });
});
