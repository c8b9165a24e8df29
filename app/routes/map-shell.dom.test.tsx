import { act, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { placesInGyor, stubGeolocation, stubServer } from "#tests/support/app/render-map-page.tsx";

const server = stubServer();
stubGeolocation();

// The page's modules look once, as they are loaded, whether it began as the service worker's shell.
beforeAll(() => {
  document.documentElement.dataset.kept = "";
  vi.resetModules();
});
afterAll(() => {
  delete document.documentElement.dataset.kept;
  vi.resetModules();
});

it("offers nothing to press of a place before it opens it: the page is drawn anew for it", async () => {
  const { renderMapPage } = await import("#tests/support/app/render-map-page.tsx");
  const [{ id, address }] = placesInGyor;
  const response = server.responses.get("/api/v1/places/");
  const held = Promise.withResolvers<void>();
  server.responses.set("/api/v1/places/", async (...requests) => {
    await held.promise;
    return (await response?.(...requests)) ?? new Response(null, { status: 404 });
  });
  const page = await renderMapPage({ server });
  await page.user.click(page.getByText(address));
  await page.findByText("A mosdó adatainak betöltése…");
  await act(() => vi.dynamicImportSettled());
  expect(page.queryByRole("heading", { level: 2, name: new RegExp(address) })).toBeNull();
  held.resolve();
  await page.expectUrl(`/?place=${id}`);
  expect((await page.findByRole("heading", { level: 2 })).textContent).toContain(address);
  // The page that is drawn anew has its own list.
  const listed = () => server.requests.some((request) => request.startsWith("/api/v1/places?"));
  await waitFor(() => expect(listed()).toBe(true));
});
