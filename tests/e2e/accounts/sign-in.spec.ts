import type { Page } from "@playwright/test";
import {
  expect,
  goodPassword,
  signIn,
  signInUnseen,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { bar, openMenu } from "#tests/e2e/support/bar.ts";
import { testNow } from "#tests/support/test-clock.ts";

const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const email = (page: Page) => page.getByLabel("E-mail-cím");
const password = (page: Page) => page.getByLabel("Jelszó", { exact: true });
const confirmation = (page: Page) => page.getByLabel("Jelszó még egyszer");

async function register(page: Page, fields: { email: string; password: string; again: string }) {
  await email(page).fill(fields.email);
  await password(page).fill(fields.password);
  await confirmation(page).fill(fields.again);
  await page.getByRole("checkbox", { name: "Elfogadom" }).check();
  await page.getByRole("button", { name: "Regisztráció" }).click();
}

test("registers, shows the account, and signs out", async ({ page, email: own }) => {
  await page.goto("/register");
  await expect(page).toHaveTitle("Regisztráció | Mosdókereső");
  await register(page, { email: own, password: goodPassword, again: goodPassword });
  await expect(page).toHaveURL("/");

  // The server-rendered page knows the session: nothing changes at hydration.
  const html = await (await page.goto("/guide"))?.text();
  expect(html?.includes(`Bejelentkezve: ${own}`)).toBe(true);
  expect(html?.includes('href="/login"')).toBe(false);
  await openMenu(page);
  await expect(bar(page).getByText(`Bejelentkezve: ${own}`)).toBeVisible();
  await expect(bar(page).getByRole("link", { name: "Bejelentkezés" })).toHaveCount(0);
  await bar(page).getByRole("button", { name: "Kijelentkezés" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/guide");
  await openMenu(page);
  await expect(bar(page).getByRole("link", { name: "Bejelentkezés" })).toBeVisible();
});

test("signs in, and redirects a signed-in visitor from /login and /register to /", {
  tag: "@phone",
}, async ({ page, email: own, createAccount }) => {
  await createAccount(own);
  await signIn(page, ` ${own.toUpperCase()} `);
  await expect(page).toHaveURL("/");
  for (const address of ["/login", "/register"]) {
    await page.goto(address);
    await expect(page).toHaveURL("/");
  }
  await openMenu(page);
  await expect(page.getByText(`Bejelentkezve: ${own}`)).toBeVisible();
  await page.getByRole("button", { name: "Kijelentkezés" }).click();
  await openMenu(page);
  await expect(page.getByRole("link", { name: "Bejelentkezés" })).toBeVisible();
});

test("marks the field of each fault of a registration, rule by rule", { tag: "@desktop" }, async ({
  page,
  email: own,
  createAccount,
}) => {
  await createAccount(own);
  await page.goto("/register");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  for (const [typed, message, field] of [
    [{ email: "" }, "Add meg az e-mail-címed.", email],
    [{ password: "Ab1!xyz" }, "A jelszó 8–20 karakter hosszú legyen.", password],
    [{ password: "Abcdefg1!Abcdefg1!abc" }, "A jelszó 8–20 karakter", password],
    [{ password: "ABCDEFG1!" }, "A jelszóban legyen kisbetű.", password],
    [{ password: "abcdefg1!" }, "A jelszóban legyen nagybetű.", password],
    [{ password: "Abcdefgh!" }, "A jelszóban legyen számjegy.", password],
    [{ password: "Abcdefg12" }, "legalább egy ezek közül: ! ? . , €", password],
    [{ again: "Mosdo-2026?" }, "A két jelszó nem egyezik.", confirmation],
    [{ email: "anna@" }, "Ez nem érvényes e-mail-cím.", email],
    [{ email: own }, "Ezzel az e-mail-címmel már van fiók.", email],
  ] as const) {
    const chosen = "password" in typed ? typed.password : goodPassword;
    const fields = { email: "uj@example.org", password: chosen, again: chosen };
    await register(page, { ...fields, ...typed });
    await expect(alert(page)).toContainText(message);
    await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    await expect(field(page)).toHaveAccessibleDescription(new RegExp(escaped(message)));
    await expect(field(page)).toBeFocused();
    // The script that checks comes with the first field, and all faults but the last two need no server.
    if ("email" in typed && typed.email === "") sent.length = 0;
  }
  expect(sent.filter((address) => address.includes("/register"))).toHaveLength(2);
  await expect(page).toHaveURL("/register");
});

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

test("tells an unknown address, a wrong password and too many attempts apart", {
  tag: "@desktop",
}, async ({ page, email: own, createAccount }) => {
  await createAccount(own);
  await signIn(page, `nobody-${own}`);
  await expect(alert(page)).toHaveText("Ezzel az e-mail-címmel nincs fiók.");
  await expect(email(page)).toBeFocused();
  await signIn(page, own, "Not-this-1");
  await expect(alert(page)).toHaveText("Ez a jelszó nem jó.");
  await expect(password(page)).toBeFocused();
  await expect(email(page)).toHaveValue(own);

  // Ten a minute, for all addresses together.
  for (let attempt = 3; attempt <= 10; attempt++) {
    const form = { email: own, password: "Not-this-1" };
    const refused = await page.request.post("/login", { form });
    expect(refused.status()).toBe(401);
  }
  await signIn(page, own);
  await expect(alert(page)).toContainText("Túl sok próbálkozás");
  await expect(page).toHaveURL("/login");
});

test("says that an account is disabled", { tag: "@desktop" }, async ({
  page,
  email: own,
  createAccount,
  askDoor,
}) => {
  await createAccount(own);
  await askDoor(`/disable?email=${own}`);
  await signIn(page, own);
  await expect(alert(page)).toHaveText("Ezt a fiókot letiltottuk.");
  await page.goto("/forgotpassword");
  await email(page).fill(own);
  await page.getByRole("button", { name: "Link küldése" }).click();
  await expect(alert(page)).toHaveText("Ezt a fiókot letiltottuk.");
});

for (const [screen, send, message] of [
  ["/login", "Bejelentkezés", "Add meg az e-mail-címed."],
  ["/register", "Regisztráció", "Add meg az e-mail-címed."],
  ["/forgotpassword", "Link küldése", "Add meg az e-mail-címed."],
] as const) {
  test(`clears its message after five seconds, unless the visitor reads it: ${screen}`, {
    tag: "@desktop",
  }, async ({ page }) => {
    await page.clock.install();
    await page.goto(screen);
    const button = page.getByRole("main").getByRole("button", { name: send, exact: true });
    await page.clock.pauseAt(testNow().getTime() + 60_000);

    await button.click();
    await expect(alert(page)).toHaveText(message);
    await page.clock.runFor(4_900);
    await expect(alert(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(alert(page)).toHaveCount(0);

    await button.click();
    await alert(page).hover();
    await page.clock.runFor(20_000);
    await expect(alert(page)).toBeVisible();
    await page.getByRole("heading", { level: 1 }).hover();
    await page.clock.runFor(5_100);
    await expect(alert(page)).toHaveCount(0);

    await button.click();
    await alert(page).getByRole("button", { name: "Bezárás" }).focus();
    await page.clock.runFor(20_000);
    await expect(alert(page)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(alert(page)).toHaveCount(0);
  });
}

for (const [screen, send, label] of [
  ["/login", "Bejelentkezés", "Jelszó"],
  ["/register", "Regisztráció", "Jelszó még egyszer"],
] as const) {
  test(`keeps the field marked until it is changed, and nothing moves: ${screen}`, async ({
    page,
    email: own,
    createAccount,
    isMobile,
  }) => {
    if (screen === "/login") await createAccount(own);
    const message = screen === "/login" ? "Ez a jelszó nem jó." : "A két jelszó nem egyezik.";
    await page.clock.install();
    await page.goto(screen);
    await email(page).fill(own);
    await password(page).fill("Not-this-1");
    if (screen === "/register") await confirmation(page).fill("Not-this-2");
    const button = page.getByRole("main").getByRole("button", { name: send, exact: true });
    const field = page.getByLabel(label, { exact: true });
    const fault = page.getByRole("main").getByRole("paragraph").filter({ hasText: message });
    const places = async () => [await field.boundingBox(), await button.boundingBox()];
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await page.clock.pauseAt(testNow().getTime() + 60_000);
    await button.click();
    await expect(alert(page)).toContainText(message);
    // The alert's fading in moves nothing, but a phone's page may still scroll to the field.
    if (isMobile) await page.evaluate(() => scrollTo(0, 0));
    const before = { places: await places(), height: await height() };
    await page.clock.runFor(5_100);
    await expect(alert(page)).toHaveCount(0);

    await expect(fault).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toHaveCSS("border-top-width", "2px");
    expect({ places: await places(), height: await height() }).toEqual(before);

    await field.pressSequentially("x");
    await expect(fault).toHaveCount(0);
    await expect(field).not.toHaveAttribute("aria-invalid");
    await expect(field).toHaveAccessibleDescription("");
    expect({ places: await places(), height: await height() }).toEqual(before);
  });
}

test.describe("when the server can't be reached", () => {
  test.use({ expectedFaults: [/./] });

  test("keeps the typed text without an answer, and says so", { tag: "@desktop" }, async ({
    page,
    context,
  }) => {
    await page.goto("/login", { waitUntil: "networkidle" });
    await email(page).fill("anna@example.org");
    await password(page).fill(goodPassword);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Bejelentkezés", exact: true }).click();
    await expect(alert(page)).toContainText("Valami hiba történt.");
    await expect(email(page)).toHaveValue("anna@example.org");
    await expect(password(page)).toHaveValue(goodPassword);
    await context.setOffline(false);
  });

  for (const address of ["/guide", "/"]) {
    test(`says that the sign-out failed, and stays signed in: ${address}`, {
      tag: "@desktop",
    }, async ({ page, email: own, createAccount }) => {
      await createAccount(own);
      await signInUnseen(page, own);
      await page.goto(address);
      await page.route("**/logout.data*", (route) => route.fulfill({ status: 503, body: "no" }));
      await openMenu(page);
      await page.getByRole("button", { name: "Kijelentkezés" }).click();
      await expect(page.getByRole("alert")).toContainText("Valami hiba történt.");
      await expect(page).toHaveURL(address);
      await page.unroute("**/logout.data*");
      await openMenu(page);
      await page.getByRole("button", { name: "Kijelentkezés" }).click();
      await expect(page).toHaveURL("/");
      await expect(page.locator("nav a[href='/login']")).toBeAttached();
    });
  }
});

test("shows the typed password on demand", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/login");
  await expect(password(page)).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Jelszó megjelenítése" }).click();
  await expect(password(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Jelszó elrejtése" }).click();
  await expect(password(page)).toHaveAttribute("type", "password");
});
