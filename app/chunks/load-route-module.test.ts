import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError } from "./import-chunk.ts";
import { loadRouteModule } from "./load-route-module.ts";

const request = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  request.mockReset();
  vi.stubGlobal("fetch", request);
  vi.stubGlobal("document", { querySelector: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page's script that can be imported here; each test has its own. */
function pageOf(id: string) {
  return { id, module: `data:text/javascript,export const name = "${id}"`, imports: [`/${id}.js`] };
}

describe("loadRouteModule", () => {
  it("fetches a page's script and what it imports, and keeps the module for the router", async () => {
    request.mockImplementation(async () => new Response(""));
    const page = pageOf("guide");
    const modules: Record<string, object> = {};
    expect(await loadRouteModule(page, modules)).toMatchObject({ name: "guide" });
    expect(request.mock.calls.map(([address]) => address)).toEqual([page.module, "/guide.js"]);
    expect(modules.guide).toMatchObject({ name: "guide" });
  });

  it("asks for nothing when the module is there", async () => {
    const there = {};
    expect(await loadRouteModule(pageOf("places"), { places: there })).toBe(there);
    expect(request).not.toHaveBeenCalled();
  });

  it("gives the router a page with an explanation when the script cannot be loaded, and keeps none", async () => {
    request.mockRejectedValue(new TypeError("Failed to fetch"));
    const modules = {};
    const loading = loadRouteModule(pageOf("login"), modules);
    await vi.runAllTimersAsync();
    const page = await loading;
    for (const part of ["default", "clientLoader", "clientAction"]) {
      expect(Reflect.get(page, part)).toThrow(ChunkLoadError);
    }
    expect(modules).toEqual({});
  });
});
