import type { i18n } from "i18next";
import { createContext } from "react-router";
import type { Caller, Viewer } from "#server/accounts/viewer.ts";
import type { Services } from "./services.ts";

/*
 * The keys through which a request's own things reach loaders, actions and the page's renderer. The
 * HTTP layer sets every one of them for every page request; reading one that is not set throws.
 * This module is loaded through Vite only, so that there is exactly one of each key.
 */

/** The use cases, bound to what they work with. */
export const servicesContext = createContext<Services>();

/** Who asks. */
export const viewerContext = createContext<Viewer>();

/** The request as identity calls need it. */
export const callerContext = createContext<Caller>();

/** The nonce of this answer's content security policy. */
export const nonceContext = createContext<string>();

/** Translations in the language of this request (see `server/i18n.ts`). */
export const i18nContext = createContext<i18n>();

/** The part of the configuration that a visitor may see. */
export const publicConfigContext = createContext<Services["publicConfig"]>();
