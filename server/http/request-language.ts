import { type Language, languageOfRequest } from "#domain/language.ts";

/** The language that a request asks for, by address, cookie and header (docs/product#language-detection). */
export function requestLanguage(request: Request): Language {
  return languageOfRequest({
    query: new URL(request.url).searchParams.get("lang"),
    cookie: /(?:^|;\s*)i18next=([^;]*)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? null,
    acceptLanguage: request.headers.get("accept-language"),
  });
}
