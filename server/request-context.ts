import { createContext, type RouterContextProvider } from "react-router";
import type { I18n } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import type { RequestTexts } from "./i18n.ts";
import type { OpenedWrites, PageServices, Services, Writes } from "./services.ts";

/*
 * Keys by which loaders, actions and the page's renderer read the values of a request. The HTTP
 * layer sets every one of them for every page request; reading a key that is not set throws. This
 * module is loaded through Vite only, so that each key exists exactly once.
 */

/** Use cases, bound to their adapters. */
export const servicesContext = createContext<PageServices>();

/** Counts a page action towards the viewer's limit of writes, and returns the use cases that change something. */
export const openWritesContext = createContext<() => Promise<OpenedWrites>>();

/** Refusal of a form beyond the viewer's limit of writes. */
class TooManyWrites extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("too many writes");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Handles a form that changes something. Thrown responses pass, such as the redirect after success; other errors are
 * logged and become a failure of the form.
 *
 * @param write its `open` counts the form towards the viewer's limit of writes; beyond it the form fails
 */
export async function writeForm<Result, Failure>(
  context: Pick<RouterContextProvider, "get">,
  write: (open: () => Promise<Writes>) => Promise<Result>,
  fail: (code: "error.toomanyrequests" | "error.unavailable", waitSeconds?: number) => Failure,
): Promise<Result | Failure> {
  try {
    return await write(async () => {
      const opened = await context.get(openWritesContext)();
      if (!opened.ok) throw new TooManyWrites(opened.retryAfterSeconds);
      return opened.writes;
    });
  } catch (error) {
    if (error instanceof TooManyWrites) {
      return fail("error.toomanyrequests", error.retryAfterSeconds);
    }
    if (!(error instanceof Error)) throw error;
    console.error(error);
    return fail("error.unavailable");
  }
}

/** Viewer who sent the request. */
export const viewerContext = createContext<Viewer>();

/** Client of the request, for identity calls. */
export const clientContext = createContext<RequestClient>();

/** Nonce of this response's content security policy. */
export const nonceContext = createContext<string>();

/** Translations in the language of this request (see `server/i18n.ts`). */
export const i18nContext = createContext<I18n>();

/** Translations in any language, for a page in several languages. */
export const i18nInContext = createContext<(language: Language) => I18n>();

/** Paths of the files with these translations, and with all locales. */
export const textPathsContext = createContext<Pick<RequestTexts, "messagesPath" | "localesPath">>();

/** Content of the guide's file, in the language of this request where that has one. */
export const guideContext = createContext<RequestTexts["guide"]>();

/** Origin of the site, for absolute URLs. */
export const originContext = createContext<string>();

/** The public part of the configuration. */
export const publicConfigContext = createContext<Services["publicConfig"]>();
