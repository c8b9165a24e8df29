import { describe, expect, it, vi } from "vitest";
import { findText, I18n, type MessageKey } from "./i18n.ts";

const messages = {
  app: { title: "Toilet Finder" },
  places: {
    count_one: "{{count}} toilet in {{town}}",
    count_other: "{{count}} toilets in {{ town }}",
    plain: "Toilets",
  },
};
const key = (name: string) => name as MessageKey;

describe("I18n", () => {
  const { t } = new I18n("en", messages);

  it("finds the text of a key", () => {
    expect(t("app.title")).toBe("Toilet Finder");
  });

  it("has a type of all keys", () => {
    // @ts-expect-error: no language has this key
    expect(t("app.nothing.at.all")).toBe("app.nothing.at.all");
    // @ts-expect-error: nor one of the forms alone, which the count chooses
    expect(t("moderation.daysLeft_one")).toBe("moderation.daysLeft_one");
  });

  it.each([
    [1, "1 toilet in Pécs"],
    [0, "0 toilets in Pécs"],
    [2, "2 toilets in Pécs"],
  ])("chooses the plural form of %s and fills in values", (count, text) => {
    expect(t(key("places.count"), { count, town: "Pécs" })).toBe(text);
  });

  it.each([
    [1, "1 záchod"],
    [2, "2 záchody"],
    [1.5, "1.5 záchoda"],
    [5, "5 záchodov"],
    [22, "22 záchodov"],
  ])("chooses among the four forms of a language that has them, for %s", (count, text) => {
    const forms = ["one", "few", "many", "other"] as const;
    const messages = ["záchod", "záchody", "záchoda", "záchodov"];
    const places = Object.fromEntries(
      forms.map((form, index) => [`count_${form}`, `{{count}} ${messages[index]}`]),
    );
    const slovak = new I18n("sk", { places });
    expect(slovak.t(key("places.count"), { count })).toBe(text);
  });

  it("falls back to the form 'other' where the language's own form is missing", () => {
    const slovak = new I18n("sk", messages);
    expect(slovak.t(key("places.count"), { count: 3, town: "Pécs" })).toBe("3 toilets in Pécs");
  });

  it("uses the key itself where it has no plural forms", () => {
    expect(t(key("places.plain"), { count: 2 })).toBe("Toilets");
  });

  it("fills in values unchanged, without special characters", () => {
    expect(t(key("places.count"), { count: 1, town: "$& {{count}} <b>" })).toBe(
      "1 toilet in $& {{count}} <b>",
    );
  });

  it("leaves a variable without value empty", () => {
    expect(t(key("places.count"), { count: 1 })).toBe("1 toilet in ");
  });

  it("falls back to the key", () => {
    expect(t(key("app.nothing"))).toBe("app.nothing");
    expect(t(key("app"))).toBe("app");
    expect(t(key("constructor.name"))).toBe("constructor.name");
  });

  it("keeps the region of a locale, whose language the messages are in", () => {
    const i18n = new I18n("en-US", messages);
    expect([i18n.language, i18n.locale]).toEqual(["en", "en-US"]);
    i18n.change("en-GB");
    expect(i18n.knows("en")).toBe(true);
    expect([i18n.locale, i18n.t("app.title")]).toEqual(["en-GB", "Toilet Finder"]);
  });

  it("changes the language, notifies listeners, and translates with another function", () => {
    const i18n = new I18n("en", messages);
    const before = i18n.t;
    const listener = vi.fn();
    const end = i18n.subscribe(listener);
    expect(i18n.knows("de")).toBe(false);
    i18n.addMessages("de", { app: { title: "Toilettenfinder" } });
    expect(i18n.knows("de")).toBe(true);
    expect(i18n.language).toBe("en");
    i18n.change("de");
    expect(i18n.language).toBe("de");
    expect(i18n.t("app.title")).toBe("Toilettenfinder");
    expect(i18n.t).not.toBe(before);
    expect(before("app.title")).toBe("Toilet Finder");
    end();
    i18n.change("en");
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe("findText", () => {
  it("finds a message with its placeholders, and no group", () => {
    expect(findText(messages, "places.count_one")).toBe("{{count}} toilet in {{town}}");
    expect(findText(messages, "places")).toBeUndefined();
    expect(findText(messages, "app.title.more")).toBeUndefined();
  });
});
