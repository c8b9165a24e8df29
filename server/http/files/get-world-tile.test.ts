import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { worldTiles } from "#domain/map/world-tiles.ts";
import { TileArchive, worldMapFile } from "#server/base-map/tile-archive.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { getWorldTile, worldTilePattern } from "./get-tile.ts";

const app = new Hono<AppEnvironment>();
const services = { worldTiles: new TileArchive(worldMapFile) };
app.get(worldTilePattern, (context) => getWorldTile(context, services));

function tileUrl(z: number, x: number, y: number): string {
  return worldTiles.url.replace("{z}", `${z}`).replace("{x}", `${x}`).replace("{y}", `${y}`);
}

function fetchTile(url: string, acceptEncoding = "gzip, br"): Promise<Response> {
  return Promise.resolve(app.request(url, { headers: { "Accept-Encoding": acceptEncoding } }));
}

describe("a tile of the embedded base map", () => {
  it("is what the archive has, packed, and never changes at the URL of its version", async () => {
    const response = await fetchTile(tileUrl(6, 35, 22));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/vnd.mapbox-vector-tile",
      "content-encoding": "gzip",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    const packed = Buffer.from(await response.arrayBuffer());
    const plain = await fetchTile(tileUrl(6, 35, 22), "identity");
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(gunzipSync(packed).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true);
  });

  it("is revalidated after an hour at a URL of no version or another one", async () => {
    for (const query of ["", "?v=0"]) {
      const response = await fetchTile(tileUrl(0, 0, 0).replace(/\?.*/, query));
      expect(response.status).toBe(200);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=3600");
    }
  });

  it("is empty where there is only sea", async () => {
    const response = await fetchTile(tileUrl(6, 6, 36));
    expect(response.status).toBe(204);
    expect(response.headers.get("Cache-Control")).toContain("immutable");
  });

  it.each(["6/64/0.mvt", "6/1/x.mvt", "6/1/1.png"])("is unknown at %s", async (path) => {
    expect((await fetchTile(`/basemap/world/${path}`)).status).toBe(404);
  });
});
