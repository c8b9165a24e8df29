import { waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { renderMapPage, stubGeolocation, stubServer } from "#tests/support/app/render-map-page.tsx";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";

const server = stubServer();
stubGeolocation();

const first = { ...placeInGyor, id: 1, address: "Fő tér 1. A" };
const second = { ...placeInGyor, id: 2, address: "Fő tér 1. B", comments: "az emeleten" };

beforeEach(() => {
  server.places = [first, second];
});

it("the other place on a point is offered, announced, and chosen in its place", async () => {
  const page = await renderMapPage({ server });
  const row = await waitFor(() => page.container.querySelector<HTMLElement>('[data-place="1"]'));
  if (row) await page.user.click(row);
  const offer = await page.findByRole("list", { name: "Ugyanitt még 1 mosdó" });
  expect(offer.textContent).toContain("Fő tér 1. B (az emeleten)");
  await waitFor(() => expect(page.announcement()).toBe("Ugyanitt még 1 mosdó"));
  const link = offer.querySelector("a");
  if (link) await page.user.click(link);
  await page.expectUrl("/?place=2");
  const title = await page.findByRole("heading", { level: 2, name: /Fő tér 1\. B/ });
  await waitFor(() => expect(document.activeElement).toBe(title));
  // One press, one way back: past both.
  await page.user.keyboard("{Escape}");
  await page.expectUrl("/");
});

it("a place without others on its point offers nothing", async () => {
  // Some four and a half metres north.
  const [longitude, latitude] = [first.longitude, first.latitude + 0.00004];
  server.places = [first, { ...second, latitude, coordinates: [longitude, latitude] }];
  const page = await renderMapPage({ server, path: "/?place=1" });
  await page.findByRole("heading", { level: 2, name: /Fő tér 1\. A/ });
  expect(page.queryByText(/^Ugyanitt még/)).toBeNull();
});
