import { waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LiveRegion } from "#app/ui/live-region.tsx";
import type { NewReview } from "#domain/feedback/new-review.ts";
import type { Language } from "#domain/text/language.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { failedForm, sentFields, storedForm } from "#tests/support/app/stub-responses.ts";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { PlaceReviews } from "./place-reviews.tsx";
import { ReviewButton } from "./review-button.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

type Respond = () => Response | Promise<Response>;

/** The button of a place with a server that stores its one review; `respond` answers in its place. */
function renderReviewButton({ language = "hu" as Language, own = null as NewReview | null } = {}) {
  const server = { own, respond: null as Respond | null };
  const request = vi.fn(async (_path: string, init: RequestInit = {}) => {
    if (init.method === undefined) {
      return server.own ? Response.json(server.own) : new Response(null, { status: 204 });
    }
    if (server.respond) return server.respond();
    const { intent, rating, text } = sentFields(init);
    server.own = intent === "delete" ? null : { rating: Number(rating), text };
    return storedForm();
  });
  vi.stubGlobal("fetch", request);
  const onChanged = vi.fn();
  const page = renderPage(
    <LiveRegion>
      <ReviewButton place={{ ...placeInGyor, reviewed: own !== null }} onChanged={onChanged} />
    </LiveRegion>,
    { language },
  );
  const dialog = async () => within(await page.findByRole("dialog"));
  return { server, request, onChanged, dialog, ...page };
}

const isClosed = (page: { queryByRole: (role: string) => HTMLElement | null }) =>
  waitFor(() => expect(page.queryByRole("dialog")).toBeNull());

describe("the review of a place", () => {
  it("is written, changed and deleted; the button has the focus and its label afterwards", async () => {
    const page = renderReviewButton();
    const { user, server, onChanged } = page;
    await user.click(page.getByRole("link", { name: "Vélemény írása" }));
    let dialog = await page.dialog();
    const save = await dialog.findByRole("button", { name: "Vélemény mentése" });
    expect(save).toHaveProperty("disabled", true);
    await user.click(dialog.getByRole("radio", { name: "4 csillag" }));
    await user.type(dialog.getByRole("textbox"), "Tiszta,{Enter}<b>és</b> 🚻.");
    dialog.getByText("20 / 2000 karakter");
    await user.click(save);
    await isClosed(page);
    expect(server.own).toEqual({ rating: 4, text: "Tiszta,\n<b>és</b> 🚻." });
    expect(onChanged).toHaveBeenCalledOnce();
    const change = page.getByRole("link", { name: "Véleményem módosítása" });
    await waitFor(() => expect(document.activeElement).toBe(change));
    page.getByText("Köszönjük, elmentettük a véleményed.");

    await user.click(change);
    dialog = await page.dialog();
    expect(await dialog.findByRole("radio", { name: "4 csillag" })).toHaveProperty("checked", true);
    const text = dialog.getByRole("textbox");
    expect(text).toHaveProperty("value", "Tiszta,\n<b>és</b> 🚻.");
    await user.clear(text);
    await user.click(text);
    await user.paste("x".repeat(2001));
    dialog.getByText("1 karakterrel hosszabb a megengedettnél");
    await user.click(dialog.getByRole("button", { name: "Vélemény mentése" }));
    expect(dialog.getByRole("alert").textContent).toContain("legfeljebb 2000 karakter");
    expect(server.own?.rating).toBe(4);
    await user.clear(text);
    await user.click(dialog.getByRole("radio", { name: "2 csillag" }));
    await user.click(dialog.getByRole("button", { name: "Vélemény mentése" }));
    await isClosed(page);
    expect(server.own).toEqual({ rating: 2, text: "" });

    await user.click(change);
    dialog = await page.dialog();
    await user.click(await dialog.findByText("Vélemény törlése"));
    await user.click(dialog.getByRole("button", { name: "Igen, törlöm" }));
    await isClosed(page);
    expect(server.own).toBeNull();
    await user.click(page.getByRole("link", { name: "Vélemény írása" }));
    dialog = await page.dialog();
    expect(await dialog.findByRole("button", { name: "Vélemény mentése" })).toHaveProperty(
      "disabled",
      true,
    );
    expect(dialog.queryByText("Vélemény törlése")).toBeNull();
  });

  it("is written and deleted by keyboard, in German", async () => {
    const page = renderReviewButton({ language: "de" });
    const { user, server } = page;
    const open = page.getByRole("link");
    open.focus();
    await user.keyboard("{Enter}");
    const dialog = await page.dialog();
    const save = await dialog.findByRole("button", { name: "Bewertung speichern" });
    dialog.getByRole("radio", { name: "1 Stern" }).focus();
    await user.keyboard(" {ArrowRight}{ArrowRight}");
    expect(dialog.getByRole("radio", { name: "3 Sterne" })).toHaveProperty("checked", true);
    await user.tab();
    await user.keyboard("Sauber");
    await user.tab();
    await waitFor(() => expect(document.activeElement).toBe(save));
    await user.keyboard("{Enter}");
    await isClosed(page);
    expect(server.own).toEqual({ rating: 3, text: "Sauber" });
    await waitFor(() => expect(document.activeElement).toBe(open));
    expect(open.textContent).toBe("Meine Bewertung ändern");
    await user.keyboard("{Enter}");
    const again = await page.dialog();
    await user.click(await again.findByText("Bewertung löschen"));
    const question = again.getByRole("group", { name: /^Möchten Sie diese Bewertung/ });
    await waitFor(() => expect(document.activeElement).toBe(question));
    await user.tab();
    await user.keyboard("{Enter}");
    await isClosed(page);
    expect(server.own).toBeNull();
    expect(open.textContent).toBe("Bewertung schreiben");
  });

  it.each<[string, Respond, string]>([
    [
      "no connection",
      () => Promise.reject(new TypeError("Failed to fetch")),
      "Nem értük el a szervert. Amit írtál, itt marad",
    ],
    ["no session", failedForm("error.signin"), "Ehhez be kell jelentkezned."],
    ["no database", failedForm("error.unavailable"), "A szolgáltatás átmenetileg nem válaszol."],
    ["no place", failedForm("error.notfound"), "Ez a mosdó vagy vélemény már nincs meg."],
  ])("keeps what was typed where it cannot be stored: %s", async (_, respond, message) => {
    const page = renderReviewButton();
    const { user, server } = page;
    server.respond = respond;
    await user.click(page.getByRole("link"));
    const dialog = await page.dialog();
    await user.click(await dialog.findByRole("radio", { name: "5 csillag" }));
    await user.type(dialog.getByRole("textbox"), "Rend");
    await user.click(dialog.getByRole("button", { name: "Vélemény mentése" }));
    await dialog.findByText(new RegExp(message));
    const link = dialog.queryByRole("link", { name: "Bejelentkezés" });
    expect(link !== null).toBe(message.includes("jelentkezned"));
    expect(dialog.getByRole("textbox")).toHaveProperty("value", "Rend");
    expect(dialog.getByRole("radio", { name: "5 csillag" })).toHaveProperty("checked", true);
    server.respond = null;
    await user.click(dialog.getByRole("button", { name: "Vélemény mentése" }));
    await isClosed(page);
    expect(server.own).toEqual({ rating: 5, text: "Rend" });
  });
});

const review = { id: 3, rating: 1, text: "Sértő.", added: "2026-05-01T10:00:00.000Z", own: false };

/** The reviews of a place, opened. */
async function openReviews({ isStaff = false, reviews = [review] as object[] } = {}) {
  const request = vi.fn(async (_path: string, init: RequestInit = {}) =>
    init.method === "POST"
      ? storedForm()
      : Response.json({ reviews, page: 1, per_page: 10, total: reviews.length }),
  );
  vi.stubGlobal("fetch", request);
  const onChanged = vi.fn();
  const Reviews = () => {
    const [version, setVersion] = useState(0);
    const changed = () => {
      onChanged();
      setVersion(version + 1);
    };
    return (
      <PlaceReviews
        placeId={12}
        count={reviews.length}
        version={version}
        onChanged={isStaff ? changed : undefined}
      />
    );
  };
  const page = renderPage(<Reviews />);
  await page.user.click(page.getByText("Vélemények"));
  await page.findByText(/Sértő/);
  return { request, onChanged, ...page };
}

describe("the reviews of a place", () => {
  it("are sorted in four ways", async () => {
    const { user, request, findByRole } = await openReviews({
      reviews: [review, { ...review, id: 4, text: "Jó" }],
    });
    const menu = await findByRole("combobox", { name: "Vélemények rendezése" });
    for (const [sort, search] of [
      ["rating-asc", "?sort=rating-asc"],
      ["rating-desc", "?sort=rating-desc"],
      ["added-asc", "?sort=added-asc"],
      ["added-desc", ""],
    ]) {
      await user.selectOptions(menu, sort);
      await waitFor(() =>
        expect(request.mock.lastCall?.[0]).toBe(`/api/v1/places/12/reviews${search}`),
      );
    }
  });

  it("of others are deleted by staff alone, with a reason", async () => {
    const visitor = await openReviews();
    expect(visitor.queryByText("Vélemény törlése")).toBeNull();
    visitor.getByRole("link", { name: "Vélemény bejelentése" });
    visitor.unmount();
    const { user, request, onChanged, getByText, getByRole } = await openReviews({
      isStaff: true,
      reviews: [{ ...review, user_id: "abc" }],
    });
    getByText("Írta: abc");
    await user.click(getByText("Vélemény törlése"));
    await user.type(getByRole("textbox"), "Trágár");
    await user.click(getByRole("button", { name: "Igen, törlöm" }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
    const sent = request.mock.calls.find(([, init]) => init?.method === "POST");
    expect(sent?.[0]).toBe("/places/12/review");
    expect(sentFields(sent?.[1])).toEqual({ review: "3", reason: "Trágár" });
  });
});
