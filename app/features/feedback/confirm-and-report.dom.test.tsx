import { act, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "#domain/text/language.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { failedForm, sentFields, storedForm as stored } from "#tests/support/app/stub-responses.ts";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { ConfirmAndReport } from "./confirm-and-report.tsx";
import type { ConfirmablePlace } from "./read-report-form.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: fridayAfternoon });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

type Respond = (path: string, request?: RequestInit) => Response | Promise<Response>;

interface Options {
  readonly place?: Partial<ConfirmablePlace>;
  readonly language?: Language;
  /** Whether the visitor has an account. */
  readonly isSignedIn?: boolean;
  readonly now?: Date;
}

/** The actions of a place, with stubbed responses of the server. */
function renderActions(respond: Respond, options: Options = {}) {
  const { place = {}, language = "hu", isSignedIn = true, now = fridayAfternoon } = options;
  const request = vi.fn(async (path: string, init?: RequestInit) => respond(path, init));
  vi.stubGlobal("fetch", request);
  const onChanged = vi.fn();
  const given = { ...placeInGyor, ...(isSignedIn && { confirmed_today: false }), ...place };
  const page = renderPage(<ConfirmAndReport place={given} now={now} onChanged={onChanged} />, {
    language,
  });
  const openReport = async () => {
    const link = page.getByRole("link", { name: /^(Hiba bejelentése|Problem melden)$/ });
    await page.user.click(link);
    const dialog = within(await page.findByRole("dialog"));
    const send = async () =>
      page.user.click(await dialog.findByRole("button", { name: /^(Küldés|Senden)$/ }));
    await dialog.findByRole("button", { name: /^(Küldés|Senden)$/ });
    return { link, dialog, send };
  };
  return { request, onChanged, openReport, ...page };
}

describe("the confirmation of a place", () => {
  it("is stored with a press, dated today, and stays pressed", async () => {
    const { user, request, findByText, getByText, getByRole } = renderActions(stored);
    const confirm = getByRole("button", { name: "Minden stimmel" });
    expect(confirm.getAttribute("aria-pressed")).toBe("false");
    getByText("Felvéve: 2026. jan. 1., azóta senki sem erősítette meg");
    await user.click(confirm);
    await findByText(/^Köszönjük! Ma megerősítetted/);
    expect(confirm.getAttribute("aria-pressed")).toBe("true");
    getByText("Utoljára megerősítve: 2026. máj. 8.");
    const [path, sent] = request.mock.lastCall ?? [];
    expect(path).toBe("/places/12/report");
    expect(sentFields(sent)).toEqual({ intent: "confirm" });
    await user.click(confirm);
    expect(request).toHaveBeenCalledOnce();
  });

  it("of today is pressed from the start", () => {
    const { getByRole } = renderActions(stored, { place: { confirmed_today: true } });
    const confirm = getByRole("button", { name: "Minden stimmel" });
    expect(confirm.getAttribute("aria-pressed")).toBe("true");
  });

  it("by a visitor without an account leaves the date of those with one", async () => {
    const { user, findByText, getByText, getByRole } = renderActions(stored, {
      isSignedIn: false,
    });
    await user.click(getByRole("button", { name: "Minden stimmel" }));
    await findByText(/^Köszönjük!/);
    getByText(/^Felvéve: 2026\. jan\. 1\./);
  });

  it("counts visitors without an account apart", () => {
    const { getByText } = renderActions(stored, {
      place: { visitor_confirmed: fridayAfternoon.toISOString(), visitor_confirmations: 1 },
    });
    getByText("Fiók nélkül is megerősítették 1 napon, legutóbb: 2026. máj. 8.");
  });

  it.each([
    ["error.signin", "Ehhez jelentkezz be."],
    ["error.notfound", "Ez a mosdó már nincs meg."],
    ["error.toomanyrequests", "Most túl sok kérés jött tőled."],
    ["error.unavailable", "A szolgáltatás átmenetileg nem válaszol."],
  ])("says why it failed: %s", async (code, message) => {
    const { user, findByText, getByRole } = renderActions(failedForm(code));
    await user.click(getByRole("button", { name: "Minden stimmel" }));
    await findByText(new RegExp(`^${message}`));
    expect(getByRole("button", { name: "Minden stimmel" }).getAttribute("aria-pressed")).toBe(
      "false",
    );
  });

  it("of a place that is closed for now says that it is open again", async () => {
    const since = new Date(fridayAfternoon.getTime() - 60_000).toISOString();
    const until = new Date(fridayAfternoon.getTime() + 24 * 3_600_000).toISOString();
    const closed_for_now = { reason: "out-of-order", by: "visitor", since, until } as const;
    const { user, onChanged, findByText, getByRole } = renderActions(stored, {
      place: { closed_for_now } as Partial<ConfirmablePlace>,
    });
    await user.click(getByRole("button", { name: "Újra működik" }));
    await findByText(/^Köszönjük!/);
    expect(onChanged).toHaveBeenCalledOnce();
  });
});

describe("the report of a place", () => {
  it("keeps the typed text until it is stored, and starts anew afterwards", async () => {
    let isAway = true;
    const { user, request, openReport, queryByRole, findByRole } = renderActions(() =>
      isAway ? Promise.reject(new TypeError("Failed to fetch")) : stored(),
    );
    const { link, dialog, send } = await openReport();
    await send();
    expect(dialog.getByRole("alert").textContent).toBe("Válaszd ki, mi nem stimmel.");
    await user.click(dialog.getByRole("radio", { name: "Valami más" }));
    await send();
    const text = dialog.getByRole("textbox", { name: /^Írd le pár szóban/ });
    await waitFor(() => expect(document.activeElement).toBe(text));
    await user.type(text, "Nincs papír");
    dialog.getByText("11 / 2000 karakter");
    expect(request).not.toHaveBeenCalled();

    await send();
    await dialog.findByText("Nem értük el a szervert. Próbáld meg újra.");
    expect(text).toHaveProperty("value", "Nincs papír");
    await user.click(dialog.getByRole("button", { name: "Bezárás" }));
    await waitFor(() => expect(queryByRole("dialog")).toBeNull());
    await user.click(link);
    await findByRole("dialog");
    expect(text).toHaveProperty("value", "Nincs papír");

    isAway = false;
    await send();
    const thanks = await dialog.findByText("Köszönjük! Utánanézünk.");
    await waitFor(() => expect(document.activeElement).toBe(thanks));
    const sent = sentFields(request.mock.lastCall?.[1]);
    expect(sent).toMatchObject({ reason: "other", text: "Nincs papír" });
    await user.click(dialog.getAllByRole("button", { name: "Bezárás" }).at(-1) as HTMLElement);
    await waitFor(() => expect(document.activeElement).toBe(link));
    await user.click(link);
    const anew = within(await findByRole("dialog"));
    expect(await anew.findByRole("radio", { name: "Valami más" })).toHaveProperty("checked", false);
    expect(anew.getByRole("textbox", { name: /^Írd le/ })).toHaveProperty("value", "");
  });

  it("corrects a wrong address, in German", async () => {
    const { user, request, openReport } = renderActions(stored, { language: "de" });
    const { dialog, send } = await openReport();
    await user.click(dialog.getByRole("radio", { name: "Die Adresse stimmt nicht" }));
    await send();
    expect(dialog.getByRole("alert").textContent).toContain("Ändern Sie Ort oder Adresse");
    const address = dialog.getByRole("textbox", { name: "Adresse" });
    await waitFor(() => expect(document.activeElement).toBe(address));
    await user.clear(address);
    await user.type(address, "Új utca 2.");
    await send();
    await dialog.findByText("Vielen Dank! Wir sehen uns das an.");
    const [path, init] = request.mock.lastCall ?? [];
    expect(path).toBe("/places/12/report");
    expect(sentFields(init)).toMatchObject({ shown_city: "Győr", city: "Győr" });
    expect(sentFields(init)).toMatchObject({ reason: "address", address: "Új utca 2." });
  });

  it.each([
    [
      "error.toomanyrequests",
      { "Retry-After": "17" },
      "Most túl sok kérés jött tőled. Próbáld meg 17 másodperc múlva.",
    ],
    ["error.limit", {}, "24 óra alatt legfeljebb 5 címjavítást küldhetsz. Próbáld meg később."],
  ])("of an address says which limit it has met: %s", async (code, headers, message) => {
    const { user, openReport } = renderActions(failedForm(code, headers));
    const { dialog, send } = await openReport();
    await user.click(dialog.getByRole("radio", { name: "Rossz a cím" }));
    await user.type(dialog.getByRole("textbox", { name: "Cím" }), "9");
    await send();
    expect((await dialog.findByRole("alert")).textContent).toBe(message);
  });

  it("without an account corrects no address, and has a limit of its own", async () => {
    const { user, openReport } = renderActions(failedForm("error.limit"), {
      isSignedIn: false,
      language: "de",
    });
    const { dialog, send } = await openReport();
    expect(dialog.queryByRole("radio", { name: "Die Adresse stimmt nicht" })).toBeNull();
    await user.click(dialog.getByRole("radio", { name: "Dauerhaft geschlossen" }));
    await send();
    expect((await dialog.findByRole("alert")).textContent).toContain("höchstens 20 Toiletten");
  });

  it("that was stored reloads the page, since the place may have closed", async () => {
    const { user, onChanged, openReport } = renderActions(stored);
    const { dialog, send } = await openReport();
    await user.click(dialog.getByRole("radio", { name: "Most nem működik vagy zárva van" }));
    await act(send);
    await dialog.findByText("Köszönjük! Utánanézünk.");
    expect(onChanged).toHaveBeenCalledOnce();
  });
});
