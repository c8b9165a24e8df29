// biome-ignore-all lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
import { request as ask, createServer } from "node:http";
import { languages } from "#domain/text/language.ts";
import {
  accountsOrigin,
  test as accountsTest,
  expect,
  goodPassword,
  ipAddressOf,
  somewhere,
} from "#tests/e2e/support/accounts-test.ts";
import { everyPage } from "#tests/e2e/support/every-page.ts";
import { findFreePort } from "#tests/support/server-process.ts";
import "#tests/support/open-languages.ts";
import { Visitor } from "./visitor.ts";
import { type Engine, missingPackages, startEngine, type WebDriver } from "./web-driver.ts";

/** A proxy to the product, on a port of its own. */
interface Door {
  readonly origin: string;
  readonly cut: () => void;
  readonly reconnect: () => Promise<void>;
}

interface Fixtures {
  visitor: Visitor;
  /** Gives the browser the cookies of a sign-in's response. */
  takeCookies: (lines: readonly string[]) => Promise<void>;
  /** Creates an account and signs the browser in with it, without the page. */
  becomeContributor: () => Promise<void>;
  /**
   * A proxy to the product that a test can disconnect and reconnect, and that refuses requests.
   *
   * @param refuses whether a URL gets a 503
   */
  openDoor: (refuses?: (path: string) => boolean) => Promise<Door>;
}

/** The flows' test function: the browser tests' servers and peers, without their browser. */
const test = accountsTest.extend<Fixtures, { browserOfEngine: WebDriver }>({
  withoutMap: ({}, use) => use(undefined),
  browserOfEngine: [
    async ({}, use, { project }) => {
      await using browser = await startEngine(project.name as Engine);
      await browser.send("resize", { x: 0, y: 0, width: 1280, height: 1000 });
      await use(browser);
    },
    { scope: "worker" },
  ],
  visitor: async ({ browserOfEngine, callDoor }, use, { project }) => {
    const name = project.name === "webkit" ? "Safari" : "Firefox";
    const errors = async () =>
      (await callDoor<string[]>("/browser-errors")).filter((line) => line.includes(name));
    const known = await errors();
    await browserOfEngine.send("navigate", { url: `${accountsOrigin}/robots.txt` });
    await browserOfEngine.send("dropCookies");
    const visitor = new Visitor(browserOfEngine, accountsOrigin);
    await visitor.evaluate(() => localStorage.clear());
    const language = { name: "i18next", value: "hu", path: "/" };
    await browserOfEngine.send("addCookie", { cookie: language });
    await use(visitor);
    expect((await errors()).slice(known.length), "errors that the browser told").toEqual([]);
  },
  takeCookies: async ({ browserOfEngine }, use) => {
    await use(async (lines) => {
      for (const line of lines) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        await browserOfEngine.send("addCookie", { cookie: { name, value, path: "/" } });
      }
    });
  },
  becomeContributor: async ({ email, createAccount, takeCookies }, use) => {
    await use(async () => {
      await createAccount(email);
      const body = new URLSearchParams({ email, password: goodPassword });
      // An IP address of its own: attempts to sign in are limited.
      const headers = { "X-Forwarded-For": ipAddressOf(email) };
      const options = { method: "POST", body, headers, redirect: "manual" } as const;
      const response = await fetch(`${accountsOrigin}/login`, options);
      await takeCookies(response.headers.getSetCookie());
    });
  },
  openDoor: async ({}, use) => {
    const doors: Door[] = [];
    await use(async (refuses = () => false) => {
      const server = createServer((requestCount, response) => {
        const { method, headers, url = "" } = requestCount;
        if (refuses(url)) return response.writeHead(503).end();
        const passed = ask(accountsOrigin + url, { method, headers }, (from) => {
          response.writeHead(from.statusCode ?? 502, from.headers);
          from.pipe(response);
        });
        requestCount.pipe(passed);
      });
      const port = await findFreePort();
      const reconnect = () =>
        new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
      const cut = () => {
        server.close();
        server.closeAllConnections();
      };
      const door = { origin: `http://localhost:${port}`, cut, reconnect };
      await reconnect();
      doors.push(door);
      return door;
    });
    for (const { cut } of doors) cut();
  },
});

test.beforeEach(({}, { project }) => {
  const missing = missingPackages(project.name as Engine);
  test.skip(missing.length > 0, `${project.name} needs: apt-get install ${missing.join(" ")}`);
});

/** In the page: whether the live map has drawn everything and is idle. */
const isMapIdle = () =>
  document.querySelector("[data-map-state]")?.getAttribute("data-map-state") === "idle";

const place = { city: "Zebegény", openingTimes: Array(7).fill("08:00-18:00") };

test("the map is drawn, with its places beside it", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.until("the live map", isMapIdle);
  await visitor.seesTarget("button", "Nagyítás");
  await visitor.until("places", () => document.querySelectorAll("[data-place]").length > 3);
});

test("a press on a marker chooses its place, Escape closes it", async ({ visitor, addPlace }) => {
  const at = somewhere();
  const id = await addPlace({ ...place, ...at, address: `Gomb utca ${at.latitude}` });
  // The index learns of a place from the change feed.
  await visitor.until("the place on the map", isListed, at.longitude, at.latitude);
  await visitor.open(`/?view=${at.longitude},${at.latitude},16`);
  await visitor.until("the live map", isMapIdle);
  const [x, y] = await visitor.evaluate(() => {
    const box = document.querySelector("[data-map-state]")!.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
  await visitor.pressAt(x, y - 15);
  await visitor.isAt(new RegExp(`place=${id}\\b`));
  await visitor.seesTarget("heading", new RegExp(`Gomb utca ${at.latitude}`));
  await visitor.key("\uE00C");
  await visitor.isAt(/^\/\?view=[^&]*$/);
});

/** In the page: whether the API's list has a place at a point. */
async function isListed(longitude: number, latitude: number): Promise<boolean> {
  const edges = [longitude - 1e-5, latitude - 1e-5, longitude + 1e-5, latitude + 1e-5];
  const response = await fetch(`/api/v1/places?bbox=${edges.map((edge) => edge.toFixed(6))}`);
  return (await response.json()).total > 0;
}

test("the list beside the map chooses a place", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.press("link", /Budapest/);
  await visitor.isAt(/[?&]place=\d+/);
  await visitor.press("link", "Bezárás");
  await visitor.isAt(/^\/(\?view=[^&]*)?$/);
});

test("a filter of the map is in the URL", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.press("button", "Akadálymentes");
  await visitor.isAt(/[?&]accessible=1/);
  await visitor.until("the pressed filter", () =>
    document.querySelector("button[aria-pressed=true]")?.textContent?.includes("Akadálymentes"),
  );
});

test("the list has ten places on a page, and turns it", async ({ visitor }) => {
  await visitor.open("/places");
  await visitor.until("ten places", () => document.querySelectorAll("article").length === 10);
  await visitor.press("link", /^2\. oldal/);
  await visitor.isAt(/^\/places\?page=2/);
});

test("the list is filtered by what is open now", async ({ visitor }) => {
  await visitor.open("/places");
  await visitor.press("choice", /^Most nyitva/);
  await visitor.isAt(/^\/places\?open=1/);
  await visitor.until("no closed place", () =>
    [...document.querySelectorAll("article")].every((card) => !/^Zárva/.test(card.textContent)),
  );
});

test("an address that is found moves the map", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.type(/Hely keresése|Keresés/, "szeged");
  await visitor.press("option", /^Szeged/);
  await visitor.isAt(/view=20\.1\d*,46\.2\d*/);
});

test("the page of a place shows it and links to the map", async ({ visitor, addPlace }) => {
  const id = await addPlace({ ...place, address: "Lap utca 3." });
  await visitor.open(`/places/${id}`, { hasScript: false });
  await visitor.seesTarget("heading", /Lap utca 3\./);
  await visitor.press("link", "Térképen");
  await visitor.isAt(`/?place=${id}`);
});

test("a visitor is led to a place", async ({ visitor, addPlace, becomeContributor }) => {
  const id = await addPlace({ ...place, longitude: 19.0541, latitude: 47.5019 });
  await becomeContributor();
  await visitor.open(`/?place=${id}`);
  // WebDriver has no command for a position: the page gets a mocked one, and a route.
  await visitor.evaluate(() => {
    const coords = { longitude: 19.05, latitude: 47.5, accuracy: 5 };
    const give = (found: (at: unknown) => void) => {
      setTimeout(() => found({ coords, timestamp: Date.now() }), 20);
      return 1;
    };
    Object.assign(Geolocation.prototype, { getCurrentPosition: give, watchPosition: give });
    const originalFetch = window.fetch;
    const way = {
      kind: "route",
      geometry: {
        type: "LineString",
        coordinates: [
          [19.05, 47.5],
          [19.054, 47.5018],
        ],
      },
      distance: 502,
      duration: 360,
      steps: [
        { instruction: "Indulj el a Fő utcán.", distance: 502 },
        { instruction: "Megérkeztél.", distance: 0 },
      ],
    };
    window.fetch = (what, options) =>
      String(what).includes("/geo/directions")
        ? Promise.resolve(Response.json(way, { headers: { "X-Geo-Level": "local" } }))
        : originalFetch(what, options);
  });
  await visitor.press("button", "Vezess ide");
  await visitor.seesTarget("heading", /^500\sm Cél: /);
  await visitor.press("button", "Navigáció vége");
  await visitor.press("button", "Megnyitás másik térképen");
  await visitor.seesTarget("link", "Apple Térképek");
  await visitor.seesTarget("button", "Vezess ide");
});

test("the language changes in place, and stays", async ({ visitor }) => {
  await visitor.open("/places");
  await visitor.press("button", /Magyar$/);
  await visitor.press("link", "Deutsch");
  await visitor.until("German", () => document.documentElement.lang === "de");
  await visitor.seesTarget("heading", /Toiletten/);
  await visitor.open("/guide", { hasScript: false });
  await visitor.seesTarget("heading", "Anleitung");
});

test("the page is dark where the visitor's browser is", async ({ visitor }, { project }) => {
  const lightness = () => Number(/[\d.]+/.exec(getComputedStyle(document.body).color)?.[0]);
  await visitor.open("/birthday");
  expect(await visitor.evaluate(lightness)).toBeLessThan(0.5);
  await using browser = await startEngine(project.name as Engine, { isDark: true });
  const other = new Visitor(browser, accountsOrigin);
  await other.open("/birthday");
  expect(await other.evaluate(lightness)).toBeGreaterThan(0.5);
});

test("registers, and confirms the address by mail", async ({ visitor, email, mailedLink }) => {
  await visitor.open("/register");
  await visitor.type("E-mail-cím", email);
  await visitor.type("Jelszó", goodPassword);
  await visitor.type("Jelszó még egyszer", goodPassword);
  await visitor.press("choice", /^Elfogadom/);
  await visitor.press("button", "Regisztráció");
  await visitor.isAt("/");
  await visitor.open(await mailedLink(email, "meg"));
  await visitor.press("button", "Megerősítem a címemet");
  await visitor.sees("Megerősítettük az e-mail-címed.");
});

test("signs in and out", async ({ visitor, email, createAccount }) => {
  await createAccount(email);
  await visitor.open("/login");
  await visitor.type("E-mail-cím", email);
  await visitor.type("Jelszó", "Rossz-jelszo-1");
  await visitor.press("button", "Bejelentkezés");
  await visitor.sees(/jelszó/);
  await visitor.type("Jelszó", goodPassword);
  await visitor.press("button", "Bejelentkezés");
  await visitor.isAt("/");
  await visitor.open("/account");
  await visitor.sees(email);
  await visitor.press("button", "Kijelentkezés");
  await visitor.isAt("/");
  await visitor.open("/account", { hasScript: false });
  await visitor.isAt("/login");
});

test("adds a place", async ({ visitor, email, becomeContributor }, { project }) => {
  // Places on one point are taken for duplicates.
  const town = project.name === "webkit" ? "Debrecen" : "Szeged";
  await becomeContributor();
  await visitor.open("/places?add=1");
  await visitor.type("Cím keresése", town);
  await visitor.press("option", new RegExp(`^${town}`));
  await visitor.type("Utca, házszám", `${email} utca 1.`);
  await visitor.press("choice", /^Pontosabban nem tudom/);
  await visitor.press("button", "Mosdó beküldése");
  await visitor.press("button", /^(Rendben|Egyik sem), felveszem/);
  await visitor.sees("Köszönjük!");
  await visitor.isAt(/[?&]added=1/);
});

test("writes a review", async ({ visitor, addPlace, becomeContributor }) => {
  const id = await addPlace(place);
  await becomeContributor();
  await visitor.open(`/?place=${id}`);
  await visitor.press("link", "Vélemény írása");
  await visitor.press("choice", "4 csillag");
  await visitor.type(/^Mit írnál róla/, "Tiszta.");
  await visitor.press("button", "Vélemény mentése");
  await visitor.sees("4,00");
});

test("reports what is wrong", async ({ visitor, addPlace, becomeContributor }) => {
  const id = await addPlace(place);
  await becomeContributor();
  await visitor.open(`/?place=${id}`);
  await visitor.press("link", "Hiba bejelentése");
  await visitor.press("choice", "Valami más");
  await visitor.evaluate(() => document.querySelector<HTMLElement>("dialog textarea")?.focus());
  await visitor.key("x");
  await visitor.press("button", "Küldés");
  await visitor.sees("Köszönjük!");
});

test("confirms with one press that all is well", async ({
  visitor,
  addPlace,
  becomeContributor,
}) => {
  const id = await addPlace(place);
  await becomeContributor();
  await visitor.open(`/?place=${id}`);
  await visitor.press("button", "Minden stimmel");
  await visitor.sees("Köszönjük! Ma megerősítetted");
});

test("wrong opening times are reported, in German", async ({ visitor, addPlace }) => {
  const id = await addPlace({ ...place, address: "Alte Straße 1." });
  await visitor.open(`/?place=${id}&lang=de`);
  await visitor.press("link", "Problem melden");
  await visitor.press("choice", "Die Öffnungszeiten stimmen nicht");
  await visitor.type(/^Beschreiben Sie es kurz/, "Nur bis sechs.");
  await visitor.press("button", "Senden");
  await visitor.sees("Vielen Dank! Wir sehen uns das an.");
});

test("a wrong address is corrected, in German", async ({
  visitor,
  addPlace,
  becomeContributor,
}) => {
  const id = await addPlace({ ...place, address: "Alte Gasse 1." });
  await becomeContributor();
  await visitor.open(`/?place=${id}&lang=de`);
  await visitor.press("link", "Problem melden");
  await visitor.press("choice", "Die Adresse stimmt nicht");
  await visitor.press("button", "Senden");
  await visitor.sees("Ändern Sie Ort oder Adresse");
  await visitor.type("Adresse", "Neue Gasse 2.");
  await visitor.press("button", "Senden");
  await visitor.sees("Vielen Dank! Wir sehen uns das an.");
});

test("on 320 pixels nothing scrolls sideways, in any language", async ({
  visitor,
  browserOfEngine,
}) => {
  test.setTimeout(240_000);
  await browserOfEngine.send("resize", { x: 0, y: 0, width: 320, height: 1000 });
  expect(languages).toContain("hu");
  for (const language of languages) {
    for (const path of ["/?place=1", ...everyPage]) {
      const sign = path.includes("?") ? "&" : "?";
      await visitor.open(`${path}${sign}lang=${language}`, { hasScript: false });
      const sideways = await visitor.evaluate(() => {
        const root = document.documentElement;
        // No window of these engines is narrower than some 450 pixels.
        root.style.zoom = String(innerWidth / 320);
        return root.scrollWidth - root.clientWidth;
      });
      expect.soft(sideways, `${path} in ${language}`).toBe(0);
    }
  }
  await browserOfEngine.send("resize", { x: 0, y: 0, width: 1280, height: 1000 });
});

test("the birthday page moves", async ({ visitor }) => {
  await visitor.open("/birthday");
  const counts = await visitor.evaluate(() => [
    document.querySelectorAll(".confetti").length,
    document.querySelectorAll("main li").length,
    document.getAnimations().filter(({ playState }) => playState === "running").length,
  ]);
  expect(counts.slice(0, 2)).toEqual([120, 8]);
  expect(counts[2]).toBeGreaterThan(120);
});

test("staff accept a place", async ({ visitor, email, addPlace, callDoor, takeCookies }) => {
  const path = `Kártya ${email}`;
  const id = await addPlace({ ...place, ...somewhere(), accepted: false, address: path });
  await takeCookies(await callDoor<string[]>("/administrator"));
  await visitor.open(`/moderation?part=waiting&task=waiting-${id}`);
  await visitor.press("button", new RegExp(`^Elfogadás.*${email}`));
  await visitor.sees("1 mosdót elfogadtál.");
  await visitor.until(
    "the place for all",
    async (path) => (await fetch(path, { credentials: "omit" })).ok,
    `/api/v1/places/${id}`,
  );
});

test("says that there is no connection, until it is back", async ({ visitor, openDoor }) => {
  const { origin, cut, reconnect: mend } = await openDoor();
  await visitor.open(`${origin}/places?sort=rating-desc`);
  cut();
  await visitor.press("button", /^Vélemények/);
  await visitor.sees("Nincs kapcsolat");
  await visitor.until("ten places", () => document.querySelectorAll("article").length === 10);
  await mend();
  await visitor.until("no notice", () => !document.body.innerText.includes("Nincs kapcsolat"));
});

test("without a connection, opens what was looked at before", async ({ visitor, openDoor }) => {
  const { origin, cut } = await openDoor();
  await visitor.open(`${origin}/?view=19.05,47.5,13`);
  await visitor.until("the places that the browser keeps", async () => {
    const cached = await (await caches.open("mosdo-places")).keys();
    return navigator.serviceWorker.controller?.state === "activated" && cached.length > 0;
  });
  await visitor.until("the shell in the visitor's language", () => caches.match("/worker/page/hu"));
  cut();
  // Opened anew, without any state of the page before.
  await visitor.open(`${origin}/?view=19.05,47.5,13`);
  await visitor.sees("Nincs kapcsolat");
  await visitor.until("the map", isMapIdle);
  await visitor.open(`${origin}/places?sort=near&near=19.05,47.5`);
  await visitor.until("places", () => document.querySelectorAll("article").length > 0);
});

test("a script that fails once is requested again", async ({ visitor, openDoor }) => {
  let requestCount = 0;
  const { origin } = await openDoor((path) => {
    const isMap = /\/map-canvas-.*\.js$/.test(path);
    if (isMap) requestCount += 1;
    return isMap && requestCount === 1;
  });
  await visitor.open(`${origin}/`);
  await visitor.until("the live map", isMapIdle);
  // A browser without a cache fetches it again to run it.
  expect(requestCount).toBeGreaterThanOrEqual(2);
});

test("a town's page leads to its places", async ({ visitor }) => {
  await visitor.open("/towns/Budapest", { hasScript: false });
  await visitor.seesTarget("heading", "Nyilvános mosdók: Budapest");
  await visitor.evaluate(() =>
    document.querySelector<HTMLElement>("[role=region] li a, section li a")?.click(),
  );
  await visitor.isAt(/^\/places\/\d+$/);
});

test("the guide tells what happens to the position", async ({ visitor }) => {
  await visitor.open("/guide", { hasScript: false });
  await visitor.seesTarget("heading", "Mi történik a helyzeteddel?");
});

test("without scripts the list is there, and leads to its places", async ({
  visitor,
  openDoor,
}) => {
  const { origin } = await openDoor((path) => path.endsWith(".js"));
  await visitor.open(`${origin}/places`, { hasScript: false });
  await visitor.until("ten places", () => document.querySelectorAll("article").length === 10);
  await visitor.press("link", /^2\. oldal/);
  await visitor.isAt(/^\/places\?page=2/);
  await visitor.until("more places", () => document.querySelectorAll("article").length > 0);
});
