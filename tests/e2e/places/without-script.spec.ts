import { PlainVisitor, textOf } from "#tests/e2e/support/plain-visitor.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

test("filters, sorts and searches by forms, turns pages by links, opens the reviews", async ({
  request,
}) => {
  const visitor = new PlainVisitor(request);
  const path = () => visitor.url.pathname + visitor.url.search;
  const cards = () => [...visitor.page.querySelectorAll("article")].map(textOf);
  await visitor.open("/places");
  expect(cards()).toHaveLength(10);
  await visitor.press("Lista frissítése", { public: "1", sort: "place-asc" });
  expect(path()).toBe("/places?sort=place-asc&public=1");
  expect(visitor.page.querySelector("input[name=public][checked]")).not.toBeNull();
  expect(cards().join()).not.toContain("Nem nyilvános");
  await visitor.follow("2. oldal, ");
  expect(path()).toMatch(/^\/places\?page=2&after=\d+&sort=place-asc&public=1$/);
  expect(cards()).not.toHaveLength(0);

  // Parameters that the form does not have are kept.
  await visitor.open("/places?near=19.04,47.5&sort=distance&per_page=5");
  await visitor.press("Lista frissítése", { accessible: "1" });
  expect(path()).toBe("/places?sort=distance&accessible=1&per_page=5&near=19.04%2C47.5");

  await visitor.open("/places?sort=rating-desc");
  const week = visitor.page.querySelector("article details")?.querySelectorAll("[scope=row]");
  expect(week).toHaveLength(7);
  await visitor.follow("Vélemények megnyitása");
  expect(path()).toMatch(/^\/places\?sort=rating-desc&reviews=\d+$/);
  expect(visitor.page.querySelector("article time")).not.toBeNull();

  // An address orders the list, a place opens, and what is missing is said.
  const search = (q: string) => visitor.press("Keresés", { q });
  await visitor.open("/places?accessible=1&sort=rating-desc");
  await search("Szeged");
  expect(path()).toMatch(/^\/places\?sort=near&accessible=1&near=20\.1\d*,46\.2\d*$/);
  expect(cards()[0]).toContain("Szeged");

  await visitor.open("/places");
  await search("qwertzuiop");
  expect(visitor.main).toContain("Nincs ilyen hely a térképünkön.");
  expect(visitor.page.querySelector("[name=q]")?.getAttribute("value")).toBe("qwertzuiop");
  expect(cards()).toHaveLength(10);
  await search("Ba");
  expect(visitor.main).toContain("Írj be legalább 3 betűt.");

  await search("keleti pu");
  expect(path()).toMatch(/^\/\?place=\d+$/);
  expect(textOf(visitor.page.querySelector("main h2"))).toContain("Baross tér 1.");
  const ownMap = [...visitor.page.querySelectorAll("a")].find(
    (link) => textOf(link) === "Térképappban",
  );
  expect(ownMap?.getAttribute("href")).toMatch(/^https:\/\/www\.openstreetmap\.org\//);
});
