import { createContext } from "react-router";
import type { I18n } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import type { OpenedWrites, PageServices, Services } from "./services.ts";

/*
 * Keys by which loaders, actions and the page's renderer read the values of a request. The HTTP
 * layer sets every one of them for every page request; reading a key that is not set throws. This
 * module is loaded through Vite only, so that each key exists exactly once.
 */

/** Use cases, bound to their adapters. */
export const servicesContext = createContext<PageServices>();

/** Counts a page action as a write of the caller, and opens the use cases that change something. */
export const openWritesContext = createContext<() => Promise<OpenedWrites>>();

/** Viewer who sent the request. */
export const viewerContext = createContext<Viewer>();

/** Request, as identity calls need it. */
export const clientContext = createContext<RequestClient>();

/** Nonce of this answer's content security policy. */
export const nonceContext = createContext<string>();

/** Translations in the language of this request (see `server/i18n.ts`). */
export const i18nContext = createContext<I18n>();

/** Translations in any language, for a page that speaks several. */
export const i18nInContext = createContext<(language: Language) => I18n>();

/** Address of the file with these translations. */
export const messagesPathContext = createContext<string>();

/** The guide in the language of this request, as its file has it. */
export const guideContext = createContext<unknown>();

/** Origin of the product's addresses, for links that leave the page. */
export const originContext = createContext<string>();

/** The part of the configuration that a visitor may see. */
export const publicConfigContext = createContext<Services["publicConfig"]>();
