import { runInNewContext } from "node:vm";
import { Hono } from "hono";
import { expect, it, vi } from "vitest";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { offlineWorker, offlineWorkerPath } from "./static-files.ts";

function fetchWorker(offline: boolean) {
  const app = new Hono<AppEnvironment>();
  app.get(offlineWorkerPath, offlineWorker({ offline }));
  app.get(offlineWorkerPath, (context) => {
    context.header("Cache-Control", "public, max-age=3600");
    return context.body("the worker of the build");
  });
  return app.request(offlineWorkerPath);
}

it("is the build's, and never cached", async () => {
  const response = await fetchWorker(true);
  expect(await response.text()).toBe("the worker of the build");
  expect(response.headers.get("Cache-Control")).toBe("no-cache");
});

it("removes itself and its caches where the operator has turned it off", async () => {
  const response = await fetchWorker(false);
  expect(response.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("no-cache");
  const listeners = new Map<string, (event?: { waitUntil(work: Promise<void>): void }) => void>();
  const kept = new Set(["mosdo-shell-1", "mosdo-places", "another-program"]);
  const [skipWaiting, unregister] = [vi.fn(), vi.fn()];
  runInNewContext(await response.text(), {
    addEventListener: listeners.set.bind(listeners),
    caches: { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) },
    registration: { unregister },
    skipWaiting,
  });
  listeners.get("install")?.();
  expect(skipWaiting).toHaveBeenCalledOnce();
  await new Promise<void>((done) =>
    listeners.get("activate")?.({ waitUntil: (work) => done(work) }),
  );
  expect([...kept]).toEqual(["another-program"]);
  expect(unregister).toHaveBeenCalledOnce();
});
