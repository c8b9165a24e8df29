import { useState } from "react";
import type { Words } from "#domain/text/i18n.ts";
import { useTranslation } from "./use-translation.tsx";

const elementId = "translations";

/** Words that only the server needs: in mails and in walking directions. */
const serverWords = new Set(["mail", "walking"]);

/**
 * The words of the page's language, as data inside the page, so that the browser can hydrate without loading
 * them. On the client it keeps what the server wrote, whatever language is chosen later.
 */
export function InlinedTranslations() {
  const { i18n } = useTranslation();
  const [json] = useState(() =>
    typeof document === "undefined"
      ? escapeForScript(JSON.stringify(pageWords(i18n.words)))
      : (document.getElementById(elementId)?.textContent ?? ""),
  );
  return (
    <script
      id={elementId}
      type="application/json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

function pageWords(words: Words) {
  return Object.fromEntries(Object.entries(words).filter(([group]) => !serverWords.has(group)));
}

/** The words that came with the page, or null where they are missing. */
export function readInlinedTranslations(): Words | null {
  const text = document.getElementById(elementId)?.textContent;
  return text ? JSON.parse(text) : null;
}

/** `</script>` and `<!--` inside a script element would end or change it. */
function escapeForScript(json: string): string {
  return json.replaceAll("<", "\\u003c");
}
