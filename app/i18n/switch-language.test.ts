import { beforeEach, describe, expect, it, vi } from "vitest";
import { I18n } from "#domain/text/i18n.ts";
import { switchLanguage } from "./switch-language.ts";

let instance: I18n;

beforeEach(() => {
  instance = new I18n("hu", { app: { title: "Mosdókereső" } });
});

describe("switchLanguage", () => {
  it("loads the words and uses the language", async () => {
    const fetchWords = vi.fn(async () => ({ app: { title: "Toilettenfinder" } }));
    expect(await switchLanguage(instance, "de", fetchWords)).toBe(true);
    expect(fetchWords).toHaveBeenCalledExactlyOnceWith("de");
    expect(instance.t("app.title")).toBe("Toilettenfinder");
  });

  it("loads nothing for words that are already there", async () => {
    const fetchWords = vi.fn(async () => ({}));
    expect(await switchLanguage(instance, "hu", fetchWords)).toBe(true);
    expect(fetchWords).not.toHaveBeenCalled();
  });

  it("keeps the language when the words cannot be loaded, and tries again the next time", async () => {
    const fetchWords = vi
      .fn()
      .mockRejectedValueOnce(new Error("no answer"))
      .mockResolvedValueOnce({ app: { title: "Toilet Finder" } });
    expect(await switchLanguage(instance, "en", fetchWords)).toBe(false);
    expect(instance.t("app.title")).toBe("Mosdókereső");
    expect(await switchLanguage(instance, "en", fetchWords)).toBe(true);
    expect(instance.t("app.title")).toBe("Toilet Finder");
  });
});
