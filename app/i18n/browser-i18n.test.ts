import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { localeEntries } from "#domain/text/language.ts";
import { createBrowserI18n } from "./browser-i18n.ts";

const fetchMessages = vi.fn<() => Promise<Response>>();
const fetchFile = (path: string) =>
  path === "/words" ? fetchMessages() : Promise.resolve(Response.json(localeEntries));
const querySelector = (link: string) => ({ href: link.replace("link#", "/") });
const browser = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", browser);
  vi.stubGlobal("document", { documentElement: { lang: "de" }, querySelector });
  vi.stubGlobal("fetch", fetchFile);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetchMessages.mockReset();
});

const hourMs = 3_600_000;

it.each([
  [404, 1],
  [500, 6],
])(
  "after a status of %i asks %i times, and again only when the browser is back online",
  async (status, times) => {
    fetchMessages.mockImplementation(async () => new Response(null, { status }));
    const created = createBrowserI18n();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(fetchMessages).toHaveBeenCalledTimes(times);
    browser.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(fetchMessages).toHaveBeenCalledTimes(2 * times);
    fetchMessages.mockResolvedValue(Response.json({ app: { title: "Toilettenfinder" } }));
    browser.dispatchEvent(new Event("online"));
    expect((await created).t("app.title")).toBe("Toilettenfinder");
  },
);
