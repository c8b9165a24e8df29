import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { startView } from "#domain/map/initial-view.ts";
import { worldMapVersion } from "#domain/map/world-map-version.ts";
import { worldTiles } from "#domain/map/world-tiles.ts";

/** Beginning of the names of caches of tiles of the embedded base map that were seen. */
const seenPrefix = "mosdo-world-";

/** Cache of the tiles of this version that were seen: 15 MB at most, which is the whole map. */
export const seenTiles = seenPrefix + worldMapVersion;

/** Maximum zoom of the tiles of the whole world in a shell. */
const worldZoom = 2;

/** Degrees from the start view's centre to the edge of the area whose finer tiles are in a shell: Hungary. */
const reach = { longitude: 3.5, latitude: 1.5 };

/** Paths of the tiles of a shell: the world coarsely, and the area of the start view as fine as there is. */
export function tilesOfShell(): string[] {
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

/** Whether a path is that of a tile of the embedded base map. */
export function isWorldTile(path: string): boolean {
  return path.startsWith(tilesPath);
}

/** Stores a tile that was seen. A browser without room goes without. */
export async function keepTile(path: string, response: Response): Promise<void> {
  if (!response.ok || !path.endsWith(worldMapVersion)) return;
  const cache = await caches.open(seenTiles);
  await cache.put(path, response).catch(() => {});
}

/** Removes the tiles of other versions. */
export async function forgetOldTiles(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(seenPrefix) && name !== seenTiles);
  await Promise.all(old.map((name) => caches.delete(name)));
}
