import { createHash } from "node:crypto";
import { lookup } from "node:dns";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type RequestOptions, request } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { SourceListError } from "#server/import/source-list/read-source-list.ts";

/** Validators of the file that was fetched last (RFC 9110, 8.8); `etag` is the digest of its bytes where the server has none. */
interface FileVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchedList extends FileVersion {
  readonly bytes: Uint8Array;
  /** Last part of the path. */
  readonly fileName: string;
}

export interface FetchListOptions {
  readonly userAgent: string;
  /** Without one the file is fetched in any case. */
  readonly known?: FileVersion;
  /** Time limit from the first request to the last byte. */
  readonly timeLimitMs?: number;
  readonly maxBytes?: number;
  /** Whether an IP address may be connected to. */
  readonly isAllowed?: (ipAddress: string) => boolean;
  /** Certificate authority of tests. */
  readonly ca?: string;
}

/** Fetch of an address, with the installation's name as user agent. */
export type ListFetcher = (address: string, known?: FileVersion) => Promise<FetchedList | null>;

const defaultTimeLimitMs = 30_000;
const maxRedirects = 5;

/**
 * Fetches a source list from an address, whole or not at all. The IP addresses of each host on the way are resolved
 * once, and the connection goes to those that were checked, so that no name can lead into a private network.
 *
 * @returns null where the file is the known version
 * @throws SourceListError where the address cannot be fetched
 */
export async function fetchList(
  address: string,
  options: FetchListOptions,
): Promise<FetchedList | null> {
  const signal = AbortSignal.timeout(options.timeLimitMs ?? defaultTimeLimitMs);
  try {
    return await follow(address, options, signal);
  } catch (error) {
    if (error instanceof SourceListError) throw error;
    throw new SourceListError({ code: "unreachable" }, { cause: error });
  }
}

async function follow(
  address: string,
  {
    userAgent,
    known,
    maxBytes = sourceListLimits.bytes,
    isAllowed = isPublicAddress,
    ca,
  }: FetchListOptions,
  signal: AbortSignal,
): Promise<FetchedList | null> {
  const headers = {
    "User-Agent": userAgent,
    "Accept-Encoding": "identity",
    ...(known?.etag && { "If-None-Match": known.etag }),
    ...(known?.lastModified && { "If-Modified-Since": known.lastModified }),
  };
  // A separate connection: a pooled one may have been checked for another request.
  const given: RequestOptions = { headers, signal, ca, agent: false };
  let url = URL.parse(address);
  for (let redirects = 0; ; redirects++) {
    if (url?.protocol !== "https:") throw new SourceListError({ code: "not-https" });
    const response = await connect(url, given, isAllowed);
    const { statusCode: status = 0 } = response;
    const { "last-modified": lastModified = null, location } = response.headers;
    if (status === 200) {
      const bytes = await readWhole(response, maxBytes);
      const etag = response.headers.etag ?? `"${createHash("sha256").update(bytes).digest("hex")}"`;
      return etag === known?.etag ? null : { bytes, fileName: fileNameOf(url), etag, lastModified };
    }
    response.destroy();
    if (status === 304 && known) return null;
    const isRedirect = [301, 302, 303, 307, 308].includes(status) && location !== undefined;
    if (!isRedirect || redirects === maxRedirects)
      throw new SourceListError({ code: "refused", status });
    url = URL.parse(location, url);
  }
}

async function connect(
  url: URL,
  options: RequestOptions,
  isAllowed: (ipAddress: string) => boolean,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // IP addresses are not looked up.
  if (isIP(host) && !isAllowed(host)) throw new SourceListError({ code: "private-address" });
  const sent = request(url, { ...options, lookup: lookupAllowed(isAllowed) }).end();
  const [response] = await once(sent, "response");
  return response;
}

/** Resolves a name; an error where one of its IP addresses is not allowed. */
function lookupAllowed(isAllowed: (ipAddress: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      if (!found.every(({ address }) => isAllowed(address)))
        return callback(new SourceListError({ code: "private-address" }), []);
      if (options.all) callback(null, found);
      else callback(null, found[0].address, found[0].family);
    });
  };
}

/** Body of a response. One that ends before its length is an error of the connection. */
async function readWhole(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxBytes) throw new SourceListError({ code: "too-large" });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const maxFileNameLength = 100;

function fileNameOf({ pathname, hostname }: URL): string {
  const last = pathname.split("/").findLast((part) => part !== "");
  return (last ?? hostname).slice(-maxFileNameLength);
}

/** Whether an IP address is a public one. */
export function isPublicAddress(ipAddress: string): boolean {
  const family = isIP(ipAddress) === 6 ? "ipv6" : "ipv4";
  return (
    blockListOf(publicBlocks).check(ipAddress, family) &&
    !blockListOf(specialBlocks).check(ipAddress, family)
  );
}

const publicBlocks = ["0.0.0.0/0", "2000::/3"];

/** Blocks within the public ones that IANA's registries of special-purpose addresses name. */
const specialBlocks = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
];

function blockListOf(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address, prefix] = block.split("/");
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}
