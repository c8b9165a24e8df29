import { createHash } from "node:crypto";
import type { Context } from "hono";
import { titleWithTown } from "#domain/place/place-title.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import type { I18n } from "#domain/text/i18n.ts";
import { toLanguage } from "#domain/text/language.ts";
import type { FeedPlace } from "#server/export/newest-places.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem, validationProblem } from "#server/http/problem.ts";
import { textsIn } from "#server/i18n.ts";
import type { Services } from "#server/services.ts";

/** Attribution of a place from OpenStreetMap, as the ODbL 1.0 requires it. */
const osmCredit = "© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright";

/** Maximum length of the parameter `town`. */
const maxTownLength = 200;

/**
 * `GET /data/feed.atom`: the places that were added or edited last (RFC 4287, docs/product#feed), with `town` those of
 * one town, in the language `lang`, by default in the site's.
 */
export async function getPlaceFeed(
  context: Context<AppEnvironment>,
  { places, publicConfig, now }: Pick<Services, "places" | "publicConfig" | "now">,
): Promise<Response> {
  const { site, publicUrl } = publicConfig;
  const url = new URL(context.req.url);
  const { town: requestedTown = null, lang } = context.req.query();
  const isRefused =
    requestedTown !== null &&
    (requestedTown.length > maxTownLength || !isHarmlessText(requestedTown));
  if (isRefused) return validationProblem(context, [{ field: "town", code: "error.parameter" }]);
  const found = await places.listNewestPlaces(requestedTown);
  if (found === null) return problem(context, "error.notfound");
  const language = toLanguage(lang ?? "") ?? site.language;
  const { i18n } = textsIn(language, site.name);
  const { origin } = new URL(publicUrl ?? url.origin);
  const query = new URLSearchParams({ ...(found.town && { town: found.town }), lang: language });
  const feedUrl = `${origin}/data/feed.atom?${query}`;
  const product = i18n.t("app.title");
  const page = found.town ? `${origin}/towns/${encodeURIComponent(found.town)}` : origin;
  const updated = found.places[0]?.changed ?? beginningOfDay(now());
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xml:lang="${language}">`,
    `<id>${escapeXml(feedUrl)}</id>`,
    `<title>${escapeXml(
      found.town
        ? i18n.t("openData.feed.ofTown", { product, town: found.town })
        : i18n.t("openData.feed.ofAll", { product }),
    )}</title>`,
    `<updated>${updated.toISOString()}</updated>`,
    `<author><name>${escapeXml(site.operator ?? product)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(feedUrl)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    ...(found.places.some(({ isOsm }) => isOsm) ? [`<rights>${osmCredit}</rights>`] : []),
    ...found.places.map((place) => entryOf(place, origin, i18n)),
    "</feed>\n",
  ].join("\n");
  const digest = createHash("sha1").update(text).digest("base64url");
  context.header("Last-Modified", updated.toUTCString());
  context.header("ETag", `"${digest}"`);
  context.header("Cache-Control", "public, max-age=300");
  context.header("Content-Language", language);
  return context.body(text, 200, { "Content-Type": "application/atom+xml; charset=utf-8" });
}

/** Required time of a feed without entries: the same for a day, so that feed readers see no change. */
function beginningOfDay(now: Date): Date {
  return new Date(now.toISOString().slice(0, 10));
}

function entryOf(place: FeedPlace, origin: string, { t }: I18n): string {
  const { id, comments, latitude, longitude, added, changed, isOsm } = place;
  const url = `${origin}/places/${id}`;
  const isNew = changed.getTime() === added.getTime();
  const news = isNew ? t("openData.feed.added") : t("openData.feed.edited");
  return [
    "<entry>",
    `<id>${escapeXml(url)}</id>`,
    `<title>${escapeXml(titleWithTown(place, t))}</title>`,
    `<published>${added.toISOString()}</published>`,
    `<updated>${changed.toISOString()}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    `<summary>${escapeXml(comments === "" ? news : `${news}: ${comments}`)}</summary>`,
    isOsm ? `<rights>${osmCredit}</rights>` : "",
    `<georss:point>${latitude} ${longitude}</georss:point>`,
    "</entry>",
  ].join("");
}

/** Characters that XML 1.0 does not allow, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const noXmlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function escapeXml(text: string): string {
  return escapeHtml(text.replace(noXmlCharacters, ""));
}
