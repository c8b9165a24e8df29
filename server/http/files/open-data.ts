import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import type { Context } from "hono";
import type { MessageKey } from "#domain/text/i18n.ts";
import { languages } from "#domain/text/language.ts";
import { type DownloadName, downloadNames, downloads } from "#server/export/open-data.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { accepts } from "#server/http/middleware/compress.ts";
import { problem, retryAfterSeconds } from "#server/http/problem.ts";
import { matchesEtag } from "#server/http/response-cache/cacheable.ts";
import { textsIn } from "#server/i18n.ts";
import type { Services } from "#server/services.ts";

/** Paths of the open data, beside its page `/data`. */
export const openDataPaths = [
  ...downloadNames.map((name) => `/data/${name}`),
  "/data/catalog.jsonld",
  "/data/feed.atom",
];

/** Every cache stores it and revalidates it each time: a changed licence applies at once. */
const cacheControl = "public, no-cache";

/** `GET /data/places.geojson` and the other formats: all places (docs/product#downloads). */
export async function getDownload(
  context: Context<AppEnvironment>,
  { openData }: Pick<Services, "openData">,
): Promise<Response> {
  const name = context.req.path.slice("/data/".length) as DownloadName;
  const download = await openData.download(name);
  if (download === null) {
    context.header("Retry-After", retryAfterSeconds);
    return problem(context, "error.unavailable");
  }
  const isCompressed = accepts(context.req.header("Accept-Encoding"), "gzip");
  context.set("isCoded", true);
  const headers = {
    "Content-Type": downloads[name].type,
    "Content-Disposition": `attachment; filename="${name}"`,
    Vary: "Accept-Encoding",
    ...(isCompressed && { "Content-Encoding": "gzip" }),
  };
  const isHead = context.req.method === "HEAD";
  if (download.kind === "stream") {
    const text = Readable.from(download.text, { objectMode: false });
    if (isHead) text.destroy();
    const body = isHead ? null : toWeb(isCompressed ? text.pipe(createGzip()) : text, text);
    return new Response(body, { headers: { ...headers, "Cache-Control": "no-cache" } });
  }
  const { stored: kept, path } = download;
  const lastModified = new Date(Math.floor(Date.parse(kept.exported) / 1000) * 1000);
  const etag = `"${kept.stamp}${isCompressed ? "-gz" : ""}"`;
  const validators = {
    ETag: etag,
    "Last-Modified": lastModified.toUTCString(),
    "Cache-Control": cacheControl,
  };
  if (isUnchanged(context, etag, lastModified)) {
    return context.body(null, 304, { ...validators, Vary: headers.Vary });
  }
  const { bytes, compressed } = kept.files[name];
  const length = { "Content-Length": String(isCompressed ? compressed : bytes) };
  const file = isHead ? null : createReadStream(path);
  const body = file && toWeb(isCompressed ? file : file.pipe(createGunzip()), file);
  return new Response(body, { headers: { ...headers, ...validators, ...length } });
}

/** Whether the client has the current file (RFC 9110, 13.2.2). */
function isUnchanged({ req }: Context, etag: string, lastModified: Date): boolean {
  const known = req.header("If-None-Match");
  if (known !== undefined) return matchesEtag(known, etag);
  const since = Date.parse(req.header("If-Modified-Since") ?? "");
  return lastModified.getTime() <= since;
}

/** Web stream of a body; closing it also closes the source. */
function toWeb(body: Readable, source: Readable): ReadableStream {
  source.on("error", (error) => body.destroy(error));
  body.on("close", () => source.destroy());
  return Readable.toWeb(body) as ReadableStream;
}

/** `GET /data/catalog.jsonld`: description of the data sets, for open-data catalogues (W3C DCAT 3, DCAT-AP). */
export async function getCatalog(
  context: Context<AppEnvironment>,
  { openData, publicConfig }: Pick<Services, "openData" | "publicConfig">,
): Promise<Response> {
  const { licence, attribution, issued, exported, ...known } = await openData.describe();
  const { publicUrl, site, contactEmail } = publicConfig;
  const { origin } = new URL(publicUrl ?? context.req.url);
  const inEach = (key: MessageKey) =>
    languages.map((language) => ({
      "@language": language,
      "@value": textsIn(language, site.name).i18n.t(key),
    }));
  const title = inEach("app.title");
  const dates = {
    ...(issued && { "dct:issued": instant(issued) }),
    ...(exported && { "dct:modified": instant(exported) }),
  };
  const rights = {
    "dct:license": licenceNode(licence),
    ...(attribution && {
      "dct:rights": { "@type": "dct:RightsStatement", "rdfs:label": attribution },
    }),
  };
  const publisher = { "@type": "foaf:Agent", "foaf:name": site.operator ?? title };
  const contact = contactEmail && {
    "dcat:contactPoint": {
      "@type": "vcard:Organization",
      "vcard:fn": site.operator ?? title,
      "vcard:hasEmail": { "@id": `mailto:${contactEmail}` },
    },
  };
  const distributions = known.downloads.map(({ name, bytes }) => ({
    "@id": `${origin}/data/${name}`,
    "@type": "dcat:Distribution",
    "dct:title": name,
    "dcat:accessURL": { "@id": `${origin}/data` },
    "dcat:downloadURL": { "@id": `${origin}/data/${name}` },
    "dcat:mediaType": { "@id": `${mediaTypes}${downloads[name].type.split(";", 1)[0]}` },
    "dct:format": { "@id": `${fileTypes}${downloads[name].format.toUpperCase()}` },
    ...(bytes !== null && {
      "dcat:byteSize": { "@type": "xsd:nonNegativeInteger", "@value": String(bytes) },
    }),
    ...dates,
    ...rights,
  }));
  const dataset = {
    "@id": `${origin}/data#places`,
    "@type": "dcat:Dataset",
    "dct:title": inEach("catalog.title"),
    "dct:description": inEach("catalog.description"),
    "dcat:landingPage": { "@id": `${origin}/data` },
    "dcat:theme": { "@id": `${themes}SOCI` },
    "dct:accrualPeriodicity": { "@id": `${frequencies}CONT` },
    "dct:publisher": publisher,
    ...contact,
    ...dates,
    "dcat:distribution": distributions,
  };
  const catalog = {
    "@context": prefixes,
    "@id": `${origin}/data/catalog.jsonld`,
    "@type": "dcat:Catalog",
    "dct:title": title,
    "dct:description": inEach("openData.text"),
    "dct:publisher": publisher,
    "foaf:homepage": { "@id": origin },
    ...dates,
    "dcat:dataset": dataset,
  };
  return context.body(JSON.stringify(catalog, null, 2), 200, {
    "Content-Type": "application/ld+json",
    "Cache-Control": cacheControl,
  });
}

const mediaTypes = "https://www.iana.org/assignments/media-types/";
const fileTypes = "http://publications.europa.eu/resource/authority/file-type/";
const themes = "http://publications.europa.eu/resource/authority/data-theme/";
const frequencies = "http://publications.europa.eu/resource/authority/frequency/";

const prefixes = {
  dcat: "http://www.w3.org/ns/dcat#",
  dct: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  vcard: "http://www.w3.org/2006/vcard/ns#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
};

function instant(text: string) {
  return { "@type": "xsd:dateTime", "@value": text };
}

/** A licence by the URL in its text; without one, by its name. */
function licenceNode(licence: string) {
  const url = /https?:\/\/\S+/.exec(licence)?.[0];
  const type = { "@type": "dct:LicenseDocument" };
  return url ? { ...type, "@id": url } : { ...type, "rdfs:label": licence };
}
