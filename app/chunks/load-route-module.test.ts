import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError, loadRouteModule } from "./import-chunk.ts";

const request = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  request.mockReset();
  vi.stubGlobal("fetch", request);
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("window", new EventTarget());
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
    expect(request.mock.calls.map(([path]) => path)).toEqual([page.module, "/guide.js"]);
    expect(modules.guide).toMatchObject({ name: "guide" });
  });

  it("requests nothing when the module is there", async () => {
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
    for (const part of ["default", "clientLoader"]) {
      expect(Reflect.get(page, part)).toThrow(ChunkLoadError);
    }
    expect(modules).toEqual({});
  });

  it("returns a failure for a form while the script cannot be loaded, and sends it once it can", async () => {
    request.mockRejectedValue(new TypeError("Failed to fetch"));
    const script = "export const clientAction = async () => 'sent by the page'";
    const page = {
      id: "logout",
      module: `data:text/javascript,${script}`,
      imports: ["/logout.js"],
    };
    const modules: Record<string, object> = {};
    const loading = loadRouteModule(page, modules);
    await vi.runAllTimersAsync();
    const send = Reflect.get(await loading, "clientAction");
    for (let turn = 0; turn < 2; turn++) {
      const respond = send({ serverAction: vi.fn() });
      await vi.runAllTimersAsync();
      expect(await respond).toMatchObject({ ok: false, code: "error.error" });
    }
    request.mockImplementation(async () => new Response(""));
    expect(await send({})).toBe("sent by the page");
    expect(modules.logout).toBeDefined();
  });
});
