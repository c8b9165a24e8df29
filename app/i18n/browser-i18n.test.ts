import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBrowserI18n } from "./browser-i18n.ts";

const fetchFile = vi.fn<() => Promise<Response>>();
const browser = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", browser);
  vi.stubGlobal("document", { documentElement: { lang: "de" }, querySelector: () => null });
  vi.stubGlobal("fetch", fetchFile);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetchFile.mockReset();
});

const hourMs = 3_600_000;

it.each([
  [404, 1],
  [500, 6],
])(
  "after a status of %i asks %i times, and again only when the browser is back online",
  async (status, times) => {
    fetchFile.mockImplementation(async () => new Response(null, { status }));
    const created = createBrowserI18n();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(fetchFile).toHaveBeenCalledTimes(times);
    browser.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(fetchFile).toHaveBeenCalledTimes(2 * times);
    fetchFile.mockResolvedValue(Response.json({ app: { title: "Toilettenfinder" } }));
    browser.dispatchEvent(new Event("online"));
    expect((await created).t("app.title")).toBe("Toilettenfinder");
  },
);
