import type { Page } from "@playwright/test";

/** One picture: a page, who looks at it, and what they do there first. */
export interface Scene {
  readonly name: string;
  readonly address: string;
  readonly as: "visitor" | "user" | "administrator";
  /** Its words are long enough in German to be worth a look. */
  readonly isGermanToo?: boolean;
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Every page, and what opens on it. Nothing here is in words, which are other ones in each language. */
export const scenes: readonly Scene[] = [
  { name: "map", address: "/", as: "visitor", prepare: waitForMap },
  {
    name: "map-place",
    address: "/?place=1",
    as: "visitor",
    isGermanToo: true,
    prepare: waitForMap,
  },
  { name: "places", address: "/places", as: "visitor", isGermanToo: true },
  { name: "guide", address: "/guide", as: "visitor" },
  { name: "birthday", address: "/birthday", as: "visitor" },
  { name: "login", address: "/login", as: "visitor", isGermanToo: true },
  { name: "register", address: "/register", as: "visitor" },
  { name: "forgot-password", address: "/forgotpassword", as: "visitor" },
  { name: "reset-refused", address: "/mail?mode=resetPassword&oobCode=used", as: "visitor" },
  { name: "not-found", address: "/nowhere", as: "visitor" },
  { name: "account", address: "/account", as: "user" },
  { name: "add-by-address", address: "/places?add=1", as: "user", prepare: findAddress },
  {
    name: "add-on-map",
    address: "/places?add=1",
    as: "user",
    isGermanToo: true,
    prepare: async (page) => {
      await page.getByRole("tab").nth(1).click();
      await page.locator("[data-pin-state=idle]").waitFor();
    },
  },
  {
    name: "review",
    address: "/?place=1",
    as: "user",
    isGermanToo: true,
    prepare: async (page) => {
      await page.locator('article a[href="/places/1/review"]').click();
      await page.getByRole("dialog").getByRole("radio").nth(3).check({ force: true });
    },
  },
  {
    name: "report",
    address: "/?place=1",
    as: "user",
    isGermanToo: true,
    prepare: async (page) => {
      await page.locator('article a[href="/places/1/report"]').click();
      await page.getByRole("dialog").getByRole("radio").nth(1).check();
    },
  },
  { name: "moderation", address: "/moderation", as: "administrator", isGermanToo: true },
];

async function waitForMap(page: Page): Promise<void> {
  await page.locator("[data-map-state=idle]").waitFor({ timeout: 30_000 });
}

async function findAddress(page: Page): Promise<void> {
  await page.locator("input[role=combobox]").fill("Szeged");
  await page.getByRole("listbox").getByRole("option").first().click();
  await page.locator("[data-pin-state=idle]").waitFor();
}
