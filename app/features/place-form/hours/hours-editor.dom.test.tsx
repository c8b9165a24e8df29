import { within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { HoursExplanation } from "#domain/opening/hours-meaning.ts";
import type { Language } from "#domain/text/language.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { describeHours, type HoursDraft, noHours } from "./hours-draft.ts";
import { HoursEditor } from "./hours-editor.tsx";

afterEach(() => vi.unstubAllGlobals());

/** Opens the editor with this draft; `written` is the text of what is in it. */
function openEditor(draft: HoursDraft = noHours, language: Language = "hu") {
  let shown = draft;
  function Editor() {
    const [hours, setHours] = useState(draft);
    shown = hours;
    const location = { country: "HU", position: null };
    return <HoursEditor hours={hours} onChange={setHours} errors={[]} location={location} />;
  }
  const page = renderPage(<Editor />, { language });
  const { user } = page;
  const day = (name: string) => within(page.getByRole("group", { name }));
  const fill = async (input: HTMLElement, text: string) => {
    await user.click(input);
    await user.paste(text);
  };
  const choose = (name: string) => user.click(page.getByRole("radio", { name }));
  return { ...page, day, fill, choose, written: () => describeHours(shown) };
}

it("has a break at noon, and closed holidays", async () => {
  const { user, ...page } = openEditor();
  await page.choose("Hétköznap és hétvégén");
  const weekdays = page.day("Hétköznap");
  const opening = weekdays.getByLabelText("Nyitás, 1. időszak");
  await user.type(opening, "8");
  await user.tab();
  expect(opening).toHaveProperty("value", "08:00");
  await page.fill(weekdays.getByLabelText("Zárás, 1. időszak"), "12:00");
  await user.click(weekdays.getByRole("button", { name: "Még egy időszak" }));
  await page.fill(weekdays.getByLabelText("Nyitás, 2. időszak"), "13:00");
  await page.fill(weekdays.getByLabelText("Zárás, 2. időszak"), "18:00");
  await user.click(page.day("Hétvége").getByRole("checkbox", { name: "Zárva" }));
  const [holidays] = page.getAllByRole("group", { name: "Ünnepnapokon" });
  await user.click(within(holidays).getByRole("radio", { name: "Zárva" }));
  expect(page.written()).toEqual({ ok: true, value: "Mo-Fr 08:00-12:00,13:00-18:00; PH off" });
});

it("copies a day to every other", async () => {
  const { user, ...page } = openEditor();
  await page.choose("Naponként eltér");
  await page.fill(page.day("hétfő").getByLabelText("Nyitás, 1. időszak"), "08:00");
  await page.fill(page.day("hétfő").getByLabelText("Zárás, 1. időszak"), "00:00");
  await user.click(page.getByRole("button", { name: "Másolás minden napra: hétfő" }));
  await user.click(page.day("vasárnap").getByRole("checkbox", { name: "Zárva" }));
  expect(page.written()).toEqual({ ok: true, value: "Mo-Sa 08:00-24:00" });
});

it("has a text's meaning, or the part that is wrong, beside it", async () => {
  const answer = (hours?: HoursExplanation) =>
    vi.stubGlobal("fetch", async () =>
      hours ? Response.json(hours) : Response.json({ code: "error.unavailable" }, { status: 503 }),
    );
  const page = openEditor({ ...noHours, kind: "text" }, "de");
  const typed = page.getByRole("textbox", { name: /Format von OpenStreetMap/ });
  const unreadable = { position: 22, part: "zu", reason: "unreadable" } as const;
  answer({ fault: unreadable, meaning: null });
  await page.fill(typed, "Mo-Fr 08:00-12:00; PH zu");
  await page.findByText(/Das verstehen wir nicht \(Zeichen 23\): „zu“/);
  expect(page.getByText("zu", { selector: "mark" })).not.toBeNull();

  const lines = ["Montag–Freitag: 08:00–12:00", "An Feiertagen: geschlossen"];
  const week = [{ date: "2026-05-08", times: ["08:00-12:00"] }];
  const text = "Mo-Fr 08:00-12:00; PH off";
  answer({ fault: null, meaning: { text, lines, week, is_whole: true } });
  await page.user.clear(typed);
  await page.user.paste(text);
  await page.findByText("An Feiertagen: geschlossen");
  page.getByRole("table", { name: "Die nächsten sieben Tage" });
  expect(page.queryByText("zu", { selector: "mark" })).toBeNull();

  // Without the server the form goes on working.
  answer();
  await page.user.paste("x");
  await page.findByText(/können wir gerade nicht nachsehen/);
  expect(typed).toHaveProperty("value", `${text}x`);
});
