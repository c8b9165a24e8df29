import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Place } from "#domain/place/place.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { failedForm, sentFields, storedForm as stored } from "#tests/support/app/stub-responses.ts";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { DoorQuestion, isWorthAsking, useIsAsked } from "./door-question.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: fridayAfternoon });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const unknown: Place = {
  ...placeInGyor,
  ...{ opening_times: Array<string>(7).fill("-"), open_status: "none", facts: {} },
  ...{ fee: "unknown", price: null, price_known: false, accessible: false },
};

type Respond = (path: string, request?: RequestInit) => Response | Promise<Response>;

function renderQuestion(respond: Respond = stored, place: Place = unknown) {
  const request = vi.fn(async (path: string, init?: RequestInit) => respond(path, init));
  vi.stubGlobal("fetch", request);
  const onAnswered = vi.fn();
  const page = renderPage(<DoorQuestion place={place} isAsked onAnswered={onAnswered} />);
  return { request, onAnswered, ...page };
}

/** A visitor stands at the door, on one page after the other. */
function Asking({ isWanted = true }: { isWanted?: boolean }) {
  return useIsAsked(unknown.id, isWanted) ? <DoorQuestion place={unknown} isAsked /> : null;
}

const dayMs = 86_400_000;

describe("DoorQuestion", () => {
  it("stores the answer, asks for the first unknown fact, and gives thanks", async () => {
    const { user, request, onAnswered, getByRole, findByRole, findByText } = renderQuestion();
    await user.click(getByRole("button", { name: "Nyitva" }));
    expect(sentFields(request.mock.lastCall?.[1])).toEqual({ intent: "observe", open: "1" });
    expect(request.mock.lastCall?.[0]).toBe("/places/12/report");
    await user.click(await findByRole("button", { name: "Nem" }));
    expect(sentFields(request.mock.lastCall?.[1])).toEqual({
      ...{ intent: "fact", fact: "free", answer: "0" },
    });
    await findByText(/^Köszönjük!/);
    expect(onAnswered).toHaveBeenCalledOnce();
    expect(request).toHaveBeenCalledTimes(2);
  });

  it("asks no more where all is known", async () => {
    const { user, getByRole, findByText, queryByRole } = renderQuestion(stored, {
      ...placeInGyor,
      facts: { ...placeInGyor.facts, changing_table: "no" },
    });
    await user.click(getByRole("button", { name: "Zárva" }));
    await findByText(/^Köszönjük!/);
    expect(queryByRole("button")).toBeNull();
  });

  it("goes without an answer from who cannot tell", async () => {
    const { user, request, getByRole, queryByText } = renderQuestion();
    await user.click(getByRole("button", { name: "Nem tudom" }));
    expect(queryByText("Nyitva van most?")).toBeNull();
    expect(request).not.toHaveBeenCalled();
  });

  it.each([
    ["error.limit", /legfeljebb 20 mosdóról/],
    ["error.notfound", /már nincs meg/],
  ])("says why an answer was not taken, and takes another: %s", async (code, message) => {
    const { user, getByRole, findByText, onAnswered } = renderQuestion(failedForm(code));
    await user.click(getByRole("button", { name: "Zárva" }));
    await findByText(message);
    expect(onAnswered).not.toHaveBeenCalled();
    getByRole("button", { name: "Zárva" });
  });
});

describe("a question that comes by itself", () => {
  const question = "Nyitva van most?";

  it("comes once in a visit, and only where it is wanted", async () => {
    const first = renderPage(<Asking isWanted={false} />);
    expect(first.queryByText(question)).toBeNull();
    first.unmount();
    const second = renderPage(<Asking />);
    await second.findByText(question);
    second.unmount();
    const third = renderPage(<Asking />);
    expect(third.queryByText(question)).toBeNull();
  });

  it("does not come for a week after it was dismissed twice", async () => {
    const visit = async () => {
      sessionStorage.clear();
      const page = renderPage(<Asking />);
      const asked = page.queryByText(question) !== null;
      if (asked) await page.user.click(page.getByRole("button", { name: "Bezárás" }));
      page.unmount();
      return asked;
    };
    expect([await visit(), await visit(), await visit()]).toEqual([true, true, false]);
    vi.setSystemTime(fridayAfternoon.getTime() + 7 * dayMs - 1);
    expect(await visit()).toBe(false);
    vi.setSystemTime(fridayAfternoon.getTime() + 7 * dayMs);
    expect([await visit(), await visit(), await visit()]).toEqual([true, true, false]);
  });
});

describe("isWorthAsking", () => {
  const at = (distanceMeters: number | null, place: Partial<Place>) =>
    isWorthAsking({ ...placeInGyor, ...place }, { now: fridayAfternoon, distanceMeters });
  const confirmed = (days: number) => ({
    last_confirmed: new Date(fridayAfternoon.getTime() - days * dayMs).toISOString(),
  });

  it.each<[string, number | null, Partial<Place>, boolean]>([
    ["hours unknown, at the door", 40, { ...unknown, ...confirmed(1) }, true],
    ["hours unknown, farther", 41, { ...unknown, ...confirmed(1) }, false],
    ["hours unknown, no position", null, { ...unknown, ...confirmed(1) }, false],
    ["never confirmed", 10, {}, true],
    ["confirmed half a year ago", 10, confirmed(180), false],
    ["confirmed longer ago", 10, confirmed(181), true],
    ["a sample place", 10, { ...unknown, sample: true }, false],
  ])("%s: %s m", (_, distance, place, expected) => {
    expect(at(distance, place)).toBe(expected);
  });
});
