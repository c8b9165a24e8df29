import { type MapPageQuery, mapPageSearch } from "#domain/map/map-page-query.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import type { Language } from "#domain/text/language.ts";
import { embedPath } from "./embed-path.ts";

/** Query of a site's frame. */
export interface EmbedQuery extends MapPageQuery {
  /** Null for the visitor's language. */
  readonly language: Language | null;
}

/** URL of the frame, without origin. */
export function embedUrl({ language, ...query }: EmbedQuery): string {
  const search = mapPageSearch(query);
  if (language === null) return embedPath + search;
  return `${embedPath}${search}${search === "" ? "?" : "&"}lang=${language}`;
}

/** Limits of a frame's height in CSS pixels, and the default. */
export const embedHeights = { min: 320, standard: 480, max: 1200 } as const;

/** Parses a typed height in CSS pixels: the default for an empty text, null for an invalid one. */
export function readEmbedHeight(text: string): number | null {
  const { min, standard, max } = embedHeights;
  if (text.trim() === "") return standard;
  const height = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return height >= min && height <= max ? height : null;
}

interface Snippet {
  /** Origin of the product. */
  readonly origin: string;
  readonly query: EmbedQuery;
  /** Height of the frame in CSS pixels. */
  readonly height: number;
  /** Name of the frame for screen readers. */
  readonly title: string;
  /** Text of the link below it, for browsers without frames. */
  readonly link: string;
}

/** HTML snippet of the frame: without script, and with a link to the same map. */
export function embedSnippet({ origin, query, height, title, link }: Snippet): string {
  const { language, ...page } = query;
  const frame = escapeHtml(origin + embedUrl(query));
  const mapUrl = escapeHtml(`${origin}/${mapPageSearch(page)}`);
  return [
    `<iframe src="${frame}" title="${escapeHtml(title)}" width="100%" height="${height}" loading="lazy" style="border: 0"></iframe>`,
    `<p><a href="${mapUrl}">${escapeHtml(link)}</a></p>`,
  ].join("\n");
}
