import type { Page } from "@playwright/test";
import { accountsOrigin, expect, signInUnseen, test } from "#tests/e2e/support/accounts-test.ts";
import { inLanguage } from "#tests/e2e/support/every-page.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";

/** A word of 80 letters without a break, recognized by its first letters. */
const word = (start: string) => start + "w".repeat(80 - start.length);

/** Adds a place, a review, a report and a correction, with one long word as every text. */
async function leaveLongWords(page: Page, { placeId, tail }: { placeId: number; tail: string }) {
  const headers = { Origin: accountsOrigin };
  const calls: [method: "put" | "post", path: string, data: object][] = [
    ["put", `places/${placeId}/reviews/me`, { rating: 4, text: word("Review") }],
    ["post", `places/${placeId}/reports`, { reason: "other", text: word("Report") }],
    [
      "post",
      "corrections",
      {
        action: "edit",
        reason: word("Reason"),
        location: { longitude: 17.6, latitude: 47.7 },
        changes: { address: word("Changed") },
        placeName: word(tail),
      },
    ],
  ];
  for (const [method, path, data] of calls) {
    const response = await page.request[method](`/api/v1/${path}`, { headers, data });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  }
}

/** Elements that stick out of the window or are cut off at its edge, as tag and text. */
const sticksOut = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isHidden = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { position, overflowX } = getComputedStyle(at);
        // Elements for screen readers, and those that scroll within themselves.
        if (position === "absolute" && at.clientWidth <= 1) return true;
        if (at !== element && (overflowX === "auto" || overflowX === "scroll")) {
          if (!at.matches(".map-sheet-body, .map-sheet, dialog, html, body")) return true;
        }
      }
      return false;
    };
    const out = [...document.querySelectorAll("main :not(.map-picture), dialog[open] *")].filter(
      (element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        return own > 0 && (right > width + 1 || left < -1) && !isHidden(element);
      },
    );
    const found = out.map((element) => `${element.tagName}: ${element.textContent?.slice(0, 30)}`);
    if (document.documentElement.scrollWidth > width) found.push("the page scrolls sideways");
    return found;
  });

/** Closed details are part of the page too; the question before a deletion takes the focus, and scrolls. */
async function openDetails(page: Page) {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("main details")) {
      details.setAttribute("open", "");
    }
  });
  await page.waitForLoadState("networkidle");
}

/** Words that are wider than their chip, answer or question, in CSS pixels. */
const wideWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(label, legend, button, summary, h3)")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      .map((element) => `${element.textContent} ${element.scrollWidth - element.clientWidth}`),
  );

// In German, whose words are the longest.
test("at twice the text size nothing sticks out of a phone", async ({
  page,
  email,
  addPlace,
  createAccount,
}) => {
  const id = await addPlace({ latitude: 46.2, longitude: 20.5, address: `Nagy utca ${email}` });
  await createAccount(email);
  await signInUnseen(page, email);
  await page.setViewportSize({ width: 360, height: 844 });
  for (const path of [
    "/places?add=1",
    "/places",
    `/places/${id}/edit`,
    `/places/${id}/review`,
    `/places/${id}/history`,
  ]) {
    await openHydrated(page, inLanguage(path, "de"));
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await openDetails(page);
    await expect.poll(() => sticksOut(page), { message: path }).toEqual([]);
    await expect.poll(() => wideWords(page), { message: path }).toEqual([]);
  }
});

test("words of 80 letters break, and cover and push out nothing, on every page", {
  tag: "@full",
}, async ({ page, email, addPlace, createAccount, becomeAdministrator }) => {
  test.slow();
  const tail = email.slice(5, 17);
  // Far from the places of other tests, whose cards would name these as near.
  const at = { latitude: 46.1, longitude: 20.4 };
  const id = await addPlace({
    ...at,
    city: word(`City${tail}`),
    address: word(`Address${tail}`),
    comments: word("Comment"),
  });
  const pending = await addPlace({
    ...at,
    city: word("Waits"),
    address: word(`Waits${tail}`),
    comments: word("Comment"),
    accepted: false,
    added: new Date("2001-02-01T12:00:00Z"),
  });
  await createAccount(email);
  await signInUnseen(page, email);
  await leaveLongWords(page, { placeId: id, tail });
  const close = page.getByRole("link", { name: "Bezárás" });

  await page.setViewportSize({ width: 320, height: 844 });
  const view = async (path: string) => {
    await openHydrated(page, path);
    if (path.startsWith("/?place=")) await expect(close).toBeInViewport({ ratio: 1 });
    await openDetails(page);
    await expect.poll(() => sticksOut(page), { message: path }).toEqual([]);
  };

  for (const path of ["/places", `/places/${id}/review`, `/places/${id}/report`]) await view(path);

  await view(`/?place=${id}`);
  await page.getByRole("link", { name: "Véleményem módosítása" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await sticksOut(page)).toEqual([]);

  await becomeAdministrator();
  await page.request.delete(`/api/v1/places/${pending}`, { headers: { Origin: accountsOrigin } });
  await addPlace({
    ...at,
    city: word("Again"),
    address: word(`Again${tail}`),
    comments: word("Comment"),
    accepted: false,
    added: new Date("2001-02-01T12:00:00Z"),
  });
  for (const part of ["", "?part=reports", "?part=corrections", "?part=deleted", "?part=audit"]) {
    await view(`/moderation${part}`);
  }
  await view(`/?place=${id}`);
});
