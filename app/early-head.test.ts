import { describe, expect, it } from "vitest";
import { orderHead } from "./early-head.ts";
import { earlyTapScript } from "./ui/early-tap.ts";

const sheet = '<link nonce="" rel="stylesheet" href="/assets/root.css"/>';
const preload = (name: string) => `<link rel="modulepreload" href="/assets/${name}.js" nonce="n"/>`;
const messagesLink =
  '<link fetchpriority="low" id="words" rel="preload" as="fetch" crossorigin href="/w?v=1">';
const namedMessages = '<link fetchpriority="low" id="words" href="/w?v=1">';
const noting = `<script nonce="n">${earlyTapScript}</script>`;
const parts = { nonce: "n", messagesPath: "/w?v=1" };
const order = (
  html: string,
  sheetText = "p{color:red}",
  hasReports = true,
  colour: string | null = null,
) =>
  orderHead(Buffer.from(html), {
    ...parts,
    hasReports,
    hasVitals: !html.includes("unmeasured"),
    hasOffline: !html.includes("connected"),
    colour,
    readSheet: (path) => (path === "/assets/root.css" ? Buffer.from(sheetText) : null),
  }).toString();

describe("orderHead", () => {
  it("puts a style sheet into the head, and keeps its link for React, which loads nothing", () => {
    expect(order(`<head><title>a</title>${sheet}</head><body></body>`)).toBe(
      '<head><title>a</title><style nonce="n">p{color:red}</style>' +
        '<link disabled nonce="" rel="stylesheet" href="/assets/root.css"/></head>' +
        `<body>${namedMessages}</body>`,
    );
  });

  it("says where the operator lets browsers keep nothing", () => {
    expect(order("<head></head><body><p>connected</p></body>")).toContain(
      '<meta name="offline" content="off"></body>',
    );
  });

  it("says where the operator wants no reports of errors", () => {
    expect(order("<head></head><body></body>", "", false)).toBe(
      `<head></head><body>${namedMessages}<meta name="browser-errors" content="off"></body>`,
    );
  });

  it("says where the operator wants no measurements", () => {
    const off = '<meta name="web-vitals" content="off">';
    expect(order("<head></head><body>unmeasured</body>")).toContain(`${off}</body>`);
    expect(order("<head></head><body></body>")).not.toContain(off);
  });

  it("ends the head with the operator's colour, under the page's nonce", () => {
    const html = order("<head></head><body></body>", "", true, "#0000ff");
    expect(html).toMatch(
      /^<head><style nonce="n">html:root\{--brand:oklch\(.*\}@media \(prefers-color-scheme:dark\)\{html:root\{.*\}\}<\/style><\/head>/,
    );
  });

  it("leaves a style sheet that is not of the build", () => {
    const other = '<link rel="stylesheet" href="/app/app.css"/>';
    expect(order(`<head>${other}</head>`)).toBe(`<head>${other}</head>${namedMessages}`);
  });

  it("puts the messages' and the scripts' preloads after the content, in their order and without haste", () => {
    const html = `<head>${preload("a")}<title>t</title>${preload("b")}</head><body><p>x</p></body>`;
    const late = (name: string) => preload(name).replace("<link", '<link fetchpriority="low"');
    expect(order(html)).toBe(
      `<head><title>t</title>${noting}</head>` +
        `<body><p>x</p>${messagesLink}${late("a")}${late("b")}</body>`,
    );
  });

  it("only names the messages where no script is loaded yet", () => {
    expect(order("<head></head><body></body>")).toBe(`<head></head><body>${namedMessages}</body>`);
  });

  it("puts them at the end of a first piece whose body goes on", () => {
    const html = `<head>${preload("a")}</head><body><p>x</p>`;
    expect(order(html)).toBe(
      `<head>${noting}</head><body><p>x</p>${messagesLink}${preload("a").replace("<link", '<link fetchpriority="low"')}`,
    );
  });

  it("touches nothing in the body, however it looks", () => {
    const html = `<head></head><body>${sheet}${preload("a")}</body>`;
    expect(order(html)).toBe(html.replace("</body>", `${namedMessages}</body>`));
  });

  it("takes a sheet's text as it is", () => {
    const html = order(`<head>${sheet}</head>`, "a{content:'$&$1'}");
    expect(html).toContain("a{content:'$&$1'}");
  });

  it("leaves a piece without a head", () => {
    expect(order("<p>more</p>")).toBe("<p>more</p>");
  });
});
