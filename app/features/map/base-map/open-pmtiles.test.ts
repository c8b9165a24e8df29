import { expect, it, vi } from "vitest";
import { openPmtiles } from "./open-pmtiles.ts";

type Load = (request: { url: string }, abort: AbortController) => Promise<object>;
const { loads } = vi.hoisted(() => ({ loads: [] as Load[] }));

vi.mock("maplibre-gl", () => ({ addProtocol: (_name: string, load: Load) => loads.push(load) }));
vi.mock("pmtiles", () => ({
  PMTiles: class {
    getHeader = async () => ({ minLon: 16, minLat: 45, maxLon: 23, maxLat: 49, maxZoom: 14 });
    getZxy = async () => ({ data: new ArrayBuffer(1), cacheControl: "max-age=3600" });
  },
}));

it("gives tiles that do not expire: without a connection the streets that were seen stay", async () => {
  vi.stubGlobal("location", { href: "http://localhost/" });
  await openPmtiles("/basemap.pmtiles", false);
  const tile = await loads[0]?.({ url: "pmtiles://12/2200/1400" }, new AbortController());
  expect(tile).toEqual({ data: new Uint8Array(1) });
  vi.unstubAllGlobals();
});
