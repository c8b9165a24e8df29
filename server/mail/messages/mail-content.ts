import type { TFunction } from "i18next";
import type { Language } from "#domain/language.ts";

/** A mail's words, ready to be sent to anyone. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What the words are made from. */
export interface MailInput {
  /** Translates into `language`. */
  readonly t: TFunction;
  readonly language: Language;
  readonly link: string;
}
