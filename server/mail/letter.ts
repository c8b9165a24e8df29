import { html } from "hono/html";
import type { Translate } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";

/** Words for a mail, in its receiver's language. */
export interface MailWords {
  readonly t: Translate;
  readonly language: Language;
}

/** Gives the words of a language. */
export type Translator = (language: Language) => Translate;

/** Subject and both forms of a mail, without its receiver. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Parts that differ between our mails, already in the receiver's language. */
interface LetterParts {
  readonly subject: string;
  /** Paragraphs before the button; a paragraph may have several lines. */
  readonly intro: readonly string[];
  /** Words of a person, set apart from ours. */
  readonly quote?: string;
  readonly button: {
    readonly link: string;
    /** Text of the link in the HTML form. */
    readonly label: string;
    /** Whether the link also stands in full, to be copied. */
    readonly isCopied?: boolean;
  };
  /** Paragraphs after the button. */
  readonly closing: readonly string[];
  /** Link in the last paragraph, where the receiver changes which mails come. */
  readonly settings?: { readonly link: string; readonly label: string };
}

/** How the receiver of a mail that was wished for stops such mails. */
export function mailSettings({ t }: MailWords, origin: string): LetterParts["settings"] {
  return { link: `${origin}/account#mails`, label: t("mail.settings") };
}

/** Colours of the light theme: mail programs know no custom properties, and few of them a dark theme. */
const colours = { text: "#1c1917", line: "#d6d3d1", link: "#006c76" };

/**
 * Sets a mail as plain text and as HTML with the same content. The mail program loads nothing, so that no
 * server learns when the mail is opened.
 */
export function setLetter({ t, language }: MailWords, parts: LetterParts): MailContent {
  const { subject, intro, quote, button, closing, settings } = parts;
  const signature = t("mail.signature", { title: t("app.title") });
  const text = [
    ...intro,
    ...(quote ? [quote.replaceAll(/^/gm, "> ")] : []),
    button.isCopied ? button.link : `${button.label}: ${button.link}`,
    ...closing,
    ...(settings ? [`${settings.label}: ${settings.link}`] : []),
    `-- \n${signature}`,
  ].join("\n\n");
  const linkStyle = `color:${colours.link}`;
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0 auto;max-width:36em;padding:24px;font:16px/1.5 sans-serif;color:${colours.text};background:#ffffff;overflow-wrap:anywhere">
<h1 style="font-size:20px">${subject}</h1>
${intro.map((paragraph) => html`<p style="white-space:pre-line">${paragraph}</p>\n`)}${quote ? html`<blockquote style="margin:16px 0;padding:4px 16px;border-left:4px solid ${colours.line};white-space:pre-line">${quote}</blockquote>\n` : ""}<p><a href="${button.link}" style="display:inline-block;padding:12px 20px;border-radius:8px;color:#ffffff;background:${colours.link};text-decoration:none">${button.label}</a></p>
${button.isCopied ? html`<p>${t("mail.copy")}<br><a href="${button.link}" style="${linkStyle};word-break:break-all">${button.link}</a></p>\n` : ""}${closing.map((paragraph) => html`<p>${paragraph}</p>\n`)}<p>${signature}</p>
${settings ? html`<p style="margin-top:32px;font-size:14px"><a href="${settings.link}" style="${linkStyle}">${settings.label}</a></p>\n` : ""}</body>
</html>
`;
  return { subject, text: `${text}\n`, html: String(page) };
}
