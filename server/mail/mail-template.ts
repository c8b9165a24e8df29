import { html, raw } from "hono/html";
import { siteColours } from "#domain/branding/site-colour.ts";
import type { Translate } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";
import type { Config } from "#server/config/config.ts";
import { mailLogoId } from "./mailer.ts";

/** Messages of a mail in its receiver's language, and its branding. */
export interface MailMessages {
  readonly t: Translate;
  readonly language: Language;
  /** Default: our branding. */
  readonly branding?: MailBranding;
}

/** The operator's branding in mails (docs/product#branding). */
export interface MailBranding {
  /** `#rrggbb`, readable on white. */
  readonly colour: string;
  /** Whether the mailer attaches the operator's logo (`mailLogo`). */
  readonly hasLogo: boolean;
  /** The operator's name, and the contact address; null where not set. */
  readonly operator: string | null;
  readonly contact: string | null;
}

const defaultBranding: MailBranding = {
  colour: "#006c76",
  hasLogo: false,
  operator: null,
  contact: null,
};

/** Branding of mails by the operator's settings. */
export function mailBrandingOf({
  site,
  contactEmail,
  hasLogo,
}: Pick<Config, "site" | "contactEmail"> & { readonly hasLogo: boolean }): MailBranding {
  const { colour, operator } = site;
  return { colour: colour ?? defaultBranding.colour, hasLogo, operator, contact: contactEmail };
}

/** Translations of a language. */
export type Translator = (language: Language) => Translate;

/** Subject and both forms of a mail, without its receiver. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Blocks that differ between our mails, in the receiver's language. */
interface MailBlocks {
  readonly subject: string;
  /** Paragraphs before the button; a paragraph may have several lines. */
  readonly intro: readonly string[];
  /** Quoted text of a person. */
  readonly quote?: string;
  readonly button: {
    readonly link: string;
    /** Text of the link in the HTML form. */
    readonly label: string;
    /** Whether the URL is also shown in full, to be copied. */
    readonly isCopied?: boolean;
  };
  /** Paragraphs after the button. */
  readonly closing: readonly string[];
  /** Link in the last paragraph, to the receiver's mail preferences. */
  readonly settings?: { readonly link: string; readonly label: string };
}

/** Link by which the receiver of an optional mail stops such mails. */
export function mailSettings({ t }: MailMessages, origin: string): MailBlocks["settings"] {
  return { link: `${origin}/account#mails`, label: t("mail.settings") };
}

/** Colours of the light theme: mail programs know no custom properties, and few of them a dark theme. */
const colours = { text: "#1c1917", line: "#d6d3d1" };

/** Colours for mail programs with a dark theme; the others apply only the inline styles. */
function darkSheet(colour: string) {
  const { dark } = siteColours(colour);
  const rules = [
    "body{color:#f1f5f6!important;background:#171d21!important}",
    "blockquote,.foot{border-color:#4a555b!important}",
    `a,.head{color:${dark.brand}!important}`,
    `.button{color:${dark["on-brand"]}!important;background:${dark.brand}!important}`,
    `.head{border-color:${dark.brand}!important}`,
  ];
  return raw(
    `@supports (color:oklch(0 0 0)){@media (prefers-color-scheme:dark){${rules.join("")}}}`,
  );
}

/**
 * Renders a mail as plain text and as HTML with the same content. The mail program loads nothing, so that no server
 * learns when the mail is opened: the operator's logo is attached.
 */
export function renderMail(
  { t, language, branding = defaultBranding }: MailMessages,
  blocks: MailBlocks,
): MailContent {
  const { subject, intro, quote, button, closing, settings } = blocks;
  const { colour, hasLogo, operator, contact } = branding;
  const title = t("app.title");
  const signature = t("mail.signature", { title });
  const answerable = [operator, contact].filter((line) => line !== null);
  const text = [
    ...intro,
    ...(quote ? [quote.replaceAll(/^/gm, "> ")] : []),
    button.isCopied ? button.link : `${button.label}: ${button.link}`,
    ...closing,
    ...(settings ? [`${settings.label}: ${settings.link}`] : []),
    `-- \n${[signature, ...answerable].join("\n")}`,
  ].join("\n\n");
  const linkStyle = `color:${colour}`;
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title><style>${darkSheet(colour)}</style></head>
<body style="margin:0 auto;max-width:36em;padding:24px;font:16px/1.5 sans-serif;color:${colours.text};background:#ffffff;overflow-wrap:anywhere">
<p class="head" style="margin:0 0 24px;padding-bottom:12px;border-bottom:3px solid ${colour};color:${colour};font-size:18px;font-weight:bold">${hasLogo ? html`<img src="cid:${mailLogoId}" alt="" width="32" height="32" style="margin-right:10px;vertical-align:middle;object-fit:contain">` : ""}${title}</p>
<h1 style="font-size:20px;line-height:1.3">${subject}</h1>
${intro.map((paragraph) => html`<p style="white-space:pre-line">${paragraph}</p>\n`)}${quote ? html`<blockquote style="margin:16px 0;padding:4px 16px;border-left:4px solid ${colours.line};white-space:pre-line">${quote}</blockquote>\n` : ""}<p><a href="${button.link}" class="button" style="display:inline-block;padding:12px 20px;border-radius:8px;color:#ffffff;background:${colour};text-decoration:none">${button.label}</a></p>
${button.isCopied ? html`<p>${t("mail.copy")}<br><a href="${button.link}" style="${linkStyle};word-break:break-all">${button.link}</a></p>\n` : ""}${closing.map((paragraph) => html`<p>${paragraph}</p>\n`)}<p>${signature}</p>
${answerable.length > 0 ? html`<p class="foot" style="margin-top:32px;padding-top:12px;border-top:1px solid ${colours.line};font-size:14px">${operator}${answerable.length > 1 ? html`<br>` : ""}${contact === null ? "" : html`<a href="mailto:${contact}" style="${linkStyle}">${contact}</a>`}</p>\n` : ""}${settings ? html`<p style="margin-top:16px;font-size:14px"><a href="${settings.link}" style="${linkStyle}">${settings.label}</a></p>\n` : ""}</body>
</html>
`;
  return { subject, text: `${text}\n`, html: String(page) };
}
