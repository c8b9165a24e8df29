import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { renderInLanguage } from "#tests/support/app/render-in-language.tsx";
import { useTranslation } from "./use-translation.tsx";

function Count() {
  const { t, i18n } = useTranslation();
  return `${i18n.language}: ${t("moderation.daysLeft", { count: 1 })}`;
}

it.each([
  ["hu", "hu: Még 1 napig visszaállítható"],
  ["de", "de: Noch 1 Tag lang wiederherstellbar"],
  ["en", "en: Can be restored for 1 more day"],
] as const)("gives a component the words of its provider's language: %s", (language, text) => {
  expect(renderInLanguage(<Count />, language)).toContain(text);
});

it("throws when a component is outside of any provider", () => {
  expect(() => renderToStaticMarkup(<Count />)).toThrow("outside I18nProvider");
});
