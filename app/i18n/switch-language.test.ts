import { beforeEach, describe, expect, it, vi } from "vitest";
import { I18n } from "#domain/text/i18n.ts";
import { switchLanguage } from "./switch-language.ts";

let instance: I18n;

beforeEach(() => {
  instance = new I18n("hu", { app: { title: "Mosdókereső" } });
});

describe("switchLanguage", () => {
  it("loads the messages and uses the language", async () => {
    const fetchMessages = vi.fn(async () => ({ app: { title: "Toilettenfinder" } }));
    expect(await switchLanguage(instance, "de", fetchMessages)).toBe(true);
    expect(fetchMessages).toHaveBeenCalledExactlyOnceWith("de");
    expect(instance.t("app.title")).toBe("Toilettenfinder");
  });

  it("loads nothing for messages that are already there", async () => {
    const fetchMessages = vi.fn(async () => ({}));
    expect(await switchLanguage(instance, "hu", fetchMessages)).toBe(true);
    expect(fetchMessages).not.toHaveBeenCalled();
  });

  it("keeps the language when the messages cannot be loaded, and tries again the next time", async () => {
    const fetchMessages = vi
      .fn()
      .mockRejectedValueOnce(new Error("no answer"))
      .mockResolvedValueOnce({ app: { title: "Toilet Finder" } });
    expect(await switchLanguage(instance, "en", fetchMessages)).toBe(false);
    expect(instance.t("app.title")).toBe("Mosdókereső");
    expect(await switchLanguage(instance, "en", fetchMessages)).toBe(true);
    expect(instance.t("app.title")).toBe("Toilet Finder");
  });
});
