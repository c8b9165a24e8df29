import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { startView } from "#domain/map/initial-view.ts";
import { worldMapVersion, worldTiles } from "#domain/map/world-tiles.ts";
import { languageOf } from "#domain/text/language.ts";

/* The shell: all that a page needs to start without a connection, of one version (docs/decisions/045). */

/** Beginning of the names of caches that hold a shell. */
const shellPrefix = "mosdo-shell-";

/** Number of cached shells: a page of the version before may still be open. */
const maxShells = 2;

/** Files of messages, which are requested by their plain paths. */
const messageFiles = ["translation", "offline-page", "keyboard"];

/**
 * Key of a locale's page in the cache: language, and the region of its formats. No page of the server has this path.
 */
const pageKey = (locale: string) => `/worker/page/${locale}`;

/** Key under which pages store their locale. */
const languageKey = "/worker/language";

/** Number of files that are loaded at once: the visitor's own requests go first. */
const loadedAtOnce = 3;

export interface Shell {
  readonly version: string;
  /** Paths of the scripts, style sheets and icons that a page may come to need. */
  readonly files: readonly string[];
}

/**
 * Loads a shell into its cache, with the page in the visitor's language.
 * @throws {Error} where a file cannot be loaded, or the server has another version by now
 */
export async function loadShell(shell: Shell): Promise<void> {
  await loadPage(shell, await storedLocale(), [...shell.files, "/favicon.svg", ...tilesOfShell()]);
}

/**
 * Loads the page of a visitor without cookies, then the files that it names and its language's messages.
 *
 * @param locale undefined for the one that the browser prefers
 * @param others further files
 */
async function loadPage(
  { version, files }: Shell,
  locale: string | undefined,
  others: readonly string[],
): Promise<void> {
  const cache = await caches.open(shellPrefix + version);
  const response = await fetch("/", {
    credentials: "omit",
    cache: "no-store",
    headers: locale === undefined ? {} : { "Accept-Language": locale },
  });
  if (!response.ok) throw new Error(`the page was answered with ${response.status}`);
  const html = await response.text();
  const named = filesOf(html);
  const known = new Set(files);
  const foreign = named.find((file) => /^\/assets\/.*\.js$/.test(file) && !isKnown(file, known));
  if (foreign !== undefined) throw new Error(`${foreign} is of another version`);
  const ownLocale = response.headers.get("Content-Language") ?? "";
  const messages = messageFiles.map((file) => `/locales/${languageOf(ownLocale)}/${file}.json`);
  const wanted = [...new Set([...others, ...named, ...messages])];
  for (let first = 0; first < wanted.length; first += loadedAtOnce) {
    await Promise.all(
      wanted.slice(first, first + loadedAtOnce).map((file) => loadFile(cache, file)),
    );
  }
  // Of the headers, those that say how the page is to be read and what it may load.
  const cachedHeaders = ["Content-Type", "Content-Language", "Content-Security-Policy"];
  const headers = cachedHeaders.flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  await cache.put(pageKey(ownLocale), new Response(html, { headers }));
}

/** The router's list of pages is written after the worker, and has a name of its own. */
function isKnown(file: string, files: ReadonlySet<string>): boolean {
  return files.has(file) || /^\/assets\/(manifest|start-on-use)-/.test(file);
}

function filesOf(html: string): string[] {
  const found = html.matchAll(/["'(](\/(?:assets|fonts|locales)\/[^"'()\s#\\]+)/g);
  return [...new Set([...found].map(([, file]) => file.replaceAll("&amp;", "&")))];
}

async function loadFile(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file)) return;
  // A name with its content's hash has the same bytes in every version.
  const isHashed = file.startsWith("/assets/") || isWorldTile(file);
  const before = isHashed ? await findFile(file) : undefined;
  const response = before ?? (await fetch(file));
  if (!response.ok) throw new Error(`${file} was answered with ${response.status}`);
  await cache.put(file, response);
}

/** Removes the shells that no page has any more. */
export async function forgetOldShells({ version }: Pick<Shell, "version">): Promise<void> {
  const names = await shellNames();
  const others = names.filter((name) => name !== shellPrefix + version);
  const gone = others.slice(0, Math.max(0, others.length - (maxShells - 1)));
  await Promise.all(gone.map((name) => caches.delete(name)));
}

export async function deleteEverything(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("mosdo-")).map((name) => caches.delete(name)),
  );
}

async function shellNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(shellPrefix));
}

/** A cached file; undefined where it is in no shell, and is no tile that was seen. */
export async function findFile(path: string): Promise<Response | undefined> {
  for (const name of [...(await shellNames()).reverse(), seenTiles]) {
    const found = await caches.match(path, { cacheName: name, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/** Stores the locale of the pages, in which the shell's page is then shown, and loads that page where it is missing. */
export async function storeLocale(shell: Shell, locale: string): Promise<void> {
  const notes = await caches.open("mosdo-notes");
  await notes.put(languageKey, new Response(locale));
  const cache = await caches.open(shellPrefix + shell.version);
  if (await cache.match(pageKey(locale))) return;
  await loadPage(shell, locale, []).catch(() => {
    // Without a connection the next start loads it.
  });
}

async function storedLocale(): Promise<string | undefined> {
  return (await caches.match(languageKey, { cacheName: "mosdo-notes" }))?.text();
}

/**
 * The shell's page in the stored locale, else in any that it has, marked as such, so that the application opens the
 * wanted page itself.
 */
export async function findPage({ version }: Pick<Shell, "version">): Promise<Response | undefined> {
  const cache = await caches.open(shellPrefix + version);
  const stored = pageKey((await storedLocale()) ?? "");
  const other = (await cache.keys()).find(({ url }) =>
    new URL(url).pathname.startsWith(pageKey("")),
  );
  const page = (await cache.match(stored)) ?? (other && (await cache.match(other)));
  if (page === undefined) return undefined;
  const html = (await page.text()).replace("<html", "<html data-kept");
  return new Response(html, { headers: page.headers });
}

/** Beginning of the names of caches of tiles of the embedded base map that were seen. */
const seenPrefix = "mosdo-world-";

/** Cache of the tiles of this version that were seen: 15 MB at most, which is the whole map. */
const seenTiles = seenPrefix + worldMapVersion;

/** Maximum zoom of the tiles of the whole world in a shell. */
const worldZoom = 2;

/** Degrees from the start view's centre to the edge of the area whose finer tiles are in a shell: Hungary. */
const reach = { longitude: 3.5, latitude: 1.5 };

/** Paths of the tiles of a shell: the world coarsely, and the area of the start view as fine as there is. */
function tilesOfShell(): string[] {
  const { longitude, latitude } = startView;
  const [west, east] = [worldX(longitude - reach.longitude), worldX(longitude + reach.longitude)];
  const [north, south] = [worldY(latitude + reach.latitude), worldY(latitude - reach.latitude)];
  const paths: string[] = [];
  for (let z = 0; z <= worldTiles.maxZoom; z++) {
    const across = 2 ** z;
    const range = (from: number, to: number) =>
      z <= worldZoom ? [0, across - 1] : [Math.floor(from * across), Math.floor(to * across)];
    const [left, right] = range(west, east);
    const [top, bottom] = range(north, south);
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) paths.push(pathOf(z, x, y));
    }
  }
  return paths;
}

function pathOf(z: number, x: number, y: number): string {
  const numbers = { "{z}": z, "{x}": x, "{y}": y };
  return worldTiles.url.replace(/\{[zxy]\}/g, (name) => String(numbers[name as "{z}"]));
}

const [tilesPath] = worldTiles.url.split("{");

export function isWorldTile(path: string): boolean {
  return path.startsWith(tilesPath);
}

/** Stores a tile that was seen. A browser without room goes without. */
export async function keepTile(path: string, response: Response): Promise<void> {
  if (!response.ok || !path.endsWith(worldMapVersion)) return;
  const cache = await caches.open(seenTiles);
  await cache.put(path, response).catch(() => {});
}

export async function forgetOldTiles(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(seenPrefix) && name !== seenTiles);
  await Promise.all(old.map((name) => caches.delete(name)));
}
