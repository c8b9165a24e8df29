import { describe, expect, test } from "vitest";
import { languages } from "#domain/text/language.ts";
import { createServerI18n, readTranslations } from "#server/i18n.ts";
import { createAccountMails } from "./account-mails.ts";
import type { MailTerms } from "./mail-queue.ts";
import type { MailMessage } from "./mailer.ts";

const publicUrl = "https://mosdo.example";
const translations = readTranslations();
const recipient = { to: "anna@example.org", code: "a+b&c=d" };

function mailsOf() {
  const sent: (MailMessage & MailTerms)[] = [];
  const mails = createAccountMails({
    queue: async (message, terms) => void sent.push({ ...message, ...terms }),
    publicUrl,
    translate: (language) => createServerI18n(language, translations).t,
  });
  return { mails, sent };
}

describe.each(languages)("in %s", (language) => {
  test("links to the page that sets a new password", async () => {
    const { mails, sent } = mailsOf();
    await mails.sendReset({ ...recipient, language });
    const [{ to, link, text, html }] = sent;
    expect(to).toBe(recipient.to);
    expect(link).toBe(
      `${publicUrl}/mail?mode=resetPassword&oobCode=a%2Bb%26c%3Dd&lang=${language}&continueUrl=https%3A%2F%2Fmosdo.example%2Flogin`,
    );
    expect(text.split("\n")).toContain(link);
    expect(html).toContain(`href="${link?.replaceAll("&", "&amp;")}"`);
    expect(html).toContain(`<html lang="${language}">`);
  });

  test("links to the page that confirms an address", async () => {
    const { mails, sent } = mailsOf();
    await mails.sendVerification({ ...recipient, language });
    expect(sent[0].link).toBe(
      `${publicUrl}/mail?mode=verifyEmail&oobCode=a%2Bb%26c%3Dd&lang=${language}&continueUrl=https%3A%2F%2Fmosdo.example%2F`,
    );
  });

  test("reports a change of the second factor with a link to the account, and without a secret link", async () => {
    const { mails, sent } = mailsOf();
    await mails.sendSecondFactor({ to: recipient.to, language, event: "on" });
    await mails.sendSecondFactor({ to: recipient.to, language, event: "off" });
    for (const { to, link, text, kind } of sent) {
      expect({ to, link, kind }).toEqual({ to: recipient.to, link: null, kind: "notice" });
      expect(text).toContain(`${publicUrl}/account\n`);
    }
    expect(sent[0].subject).not.toBe(sent[1].subject);
  });

  test("reports wrong codes with a link to a new password", async () => {
    const { mails, sent } = mailsOf();
    await mails.sendSecondFactor({ to: recipient.to, language, event: "guessed" });
    await mails.sendSecondFactor({ to: recipient.to, language, event: "ended" });
    for (const { text } of sent) expect(text).toContain(`${publicUrl}/forgotpassword\n`);
    expect(sent[0].subject).not.toBe(sent[1].subject);
  });

  test("has no untranslated message and loads nothing", async () => {
    const { mails, sent } = mailsOf();
    await mails.sendReset({ ...recipient, language });
    await mails.sendVerification({ ...recipient, language });
    for (const event of ["on", "off", "guessed", "ended"] as const) {
      await mails.sendSecondFactor({ to: recipient.to, language, event });
    }
    for (const { subject, text, html } of sent) {
      expect(`${subject}${text}${html}`).not.toMatch(
        /mail\.(reset|verification|secondFactor|copy|signature)/,
      );
      expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined/);
      expect(html).not.toMatch(/<(?:img|script|link|iframe)|url\(/);
    }
  });
});

test("is of no use once its link has expired", async () => {
  const { mails, sent } = mailsOf();
  await mails.sendReset({ ...recipient, language: "en" });
  await mails.sendVerification({ ...recipient, language: "en" });
  const hourMs = 3_600_000;
  expect(sent).toMatchObject([
    { kind: "reset", lifetimeMs: hourMs },
    { kind: "verification", lifetimeMs: 24 * hourMs },
  ]);
});

test("feigns a reset by a mail that differs only in its empty receiver", async () => {
  const { mails, sent } = mailsOf();
  await mails.sendReset({ ...recipient, language: "de" });
  await mails.feignReset({ code: recipient.code, language: "de" });
  expect(sent[1]).toEqual({ ...sent[0], to: "", kind: "decoy" });
});

test("is in the receiver's language", async () => {
  const { mails, sent } = mailsOf();
  for (const language of languages) await mails.sendReset({ ...recipient, language });
  expect(sent.map(({ subject }) => subject)).toEqual([
    "Neues Passwort setzen – Toilettenfinder",
    "Set a new password – Toilet Finder",
    "Új jelszó beállítása – Mosdókereső",
    "Nastavenie nového hesla – Hľadač toaliet",
    "Новий пароль – Пошук туалетів",
  ]);
  expect(sent[2].text).toContain("1 óráig érvényes, és csak egyszer használható");
});
