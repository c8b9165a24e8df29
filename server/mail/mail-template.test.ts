import { expect, test } from "vitest";
import { I18n } from "#domain/text/i18n.ts";
import { plainSite } from "#tests/support/services/stand-ins.ts";
import { type MailBranding, mailBrandingOf, renderMail } from "./mail-template.ts";

const { t } = new I18n("en", {
  app: { title: "Linz <WC>" },
  mail: { signature: "Sent by {{title}}", copy: "Or copy this:" },
});
const blocks = {
  subject: "A toilet",
  intro: ["It is new."],
  button: { link: "https://wc.example/?place=1", label: "See it" },
  closing: [],
};
const mailOf = (branding?: MailBranding) => renderMail({ t, language: "en", branding }, blocks);
const town: MailBranding = {
  colour: "#8a1538",
  hasLogo: true,
  operator: "Linz & Umgebung",
  contact: "wc@linz.example",
};

test("has the operator's colour on the button and the heading, and none other's", () => {
  const { html } = mailOf(town);
  expect(html).toContain("color:#ffffff;background:#8a1538;text-decoration:none");
  expect(html).toContain("border-bottom:3px solid #8a1538;color:#8a1538");
  expect(html).not.toContain("#006c76");
  expect(mailOf().html).toContain("background:#006c76");
});

test("shows a logo that comes with the mail, and loads nothing", () => {
  const { html } = mailOf(town);
  expect(html).toContain('<img src="cid:logo" alt=""');
  expect(mailOf({ ...town, hasLogo: false }).html).not.toContain("<img");
  expect(html).not.toMatch(/(?:src|url\()=?"?https?:/);
});

test("names the operator at its end, as text and as HTML", () => {
  const { text, html } = mailOf(town);
  expect(text).toMatch(/\n-- \nSent by Linz <WC>\nLinz & Umgebung\nwc@linz\.example\n$/);
  expect(html).toContain('Linz &amp; Umgebung<br><a href="mailto:wc@linz.example"');
  expect(html).toContain("Linz &lt;WC&gt;");
  const nameless = mailOf({ ...town, operator: null });
  expect(nameless.text).toMatch(/\nSent by Linz <WC>\nwc@linz\.example\n$/);
  expect(nameless.html).not.toContain("<br>");
  const plain = mailOf();
  expect(plain.text).toMatch(/\n-- \nSent by Linz <WC>\n$/);
  expect(plain.html).not.toContain('class="foot"');
});

test("has the branding of the settings", () => {
  const site = { ...plainSite, colour: "#8a1538", operator: "Linz & Umgebung" };
  expect(mailBrandingOf({ site, contactEmail: "wc@linz.example", hasLogo: true })).toEqual(town);
  expect(mailOf(mailBrandingOf({ site: plainSite, contactEmail: null, hasLogo: false }))).toEqual(
    mailOf(),
  );
});
