import type { Language } from "#domain/language.ts";

export interface ActionLinkParts {
  /** Our origin as the receiver reaches it, never taken from a request. */
  readonly publicUrl: string;
  readonly mode: "resetPassword" | "verifyEmail";
  /** The secret that allows the action, once. */
  readonly code: string;
  readonly language: Language;
  /** Path on our origin to go on to afterwards. */
  readonly continuePath: string;
}

/**
 * The link of a mail: the page `/mail` with the parameters `mode`, `oobCode`, `lang` and
 * `continueUrl` (docs/product#mail-links).
 */
export function actionLink({ publicUrl, mode, code, language, continuePath }: ActionLinkParts) {
  const link = new URL("/mail", publicUrl);
  link.searchParams.set("mode", mode);
  link.searchParams.set("oobCode", code);
  link.searchParams.set("lang", language);
  link.searchParams.set("continueUrl", new URL(continuePath, publicUrl).href);
  return link.href;
}
