import { expect, it } from "vitest";
import { type NextOpening, type OpenStatus, openStatuses } from "#domain/opening/open-status.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { StatusBadge } from "./opening-status-badge.tsx";

it.each<[OpenStatus, number | null, string]>([
  ["open", 1080, "18:00-ig"],
  ["open", 0, "24:00-ig"],
  ["closes-soon", 0, "24:00-kor"],
  ["opens-soon", 0, "00:00-kor"],
  ["closed", 480, "08:00"],
])("shows for %s until minute %s: %s", (status, until, expected) => {
  expect(renderInLanguage(<StatusBadge status={status} until={until} />, "hu")).toContain(expected);
});

it("has its own look for each of the five", () => {
  const styles = openStatuses.map((status) => {
    const html = renderInLanguage(<StatusBadge status={status} />, "hu");
    return /class="([^"]*)"/.exec(html)?.[1];
  });
  expect(new Set(styles).size).toBe(openStatuses.length);
});

it.each<[OpenStatus, boolean, string | undefined]>([
  ["none", false, "bg-soon-tint"],
  ["none", true, undefined],
  ["opens-soon", false, "bg-opening-tint"],
  ["opens-soon", true, "bg-opening-tint"],
  ["closes-soon", false, "bg-soon-tint"],
])("is of its kind: %s, in a line of a list %s", (status, isShort, tint) => {
  const html = renderInLanguage(<StatusBadge status={status} isShort={isShort} />, "hu");
  expect(/\bbg-\S*-tint/.exec(html)?.[0]).toBe(tint);
});

it("names no time where it is unknown", () => {
  expect(renderInLanguage(<StatusBadge status="none" until={480} />, "hu")).not.toContain("08:00");
});

it.each([
  [0, 4, "nyit", "08:00-kor nyit", "opens at 08:00", "öffnet um 08:00"],
  [1, 5, "holnap", "holnap 08:00-kor nyit", "opens tomorrow at 08:00", "öffnet morgen um 08:00"],
  [
    3,
    0,
    "hétfőn",
    "hétfőn 08:00-kor nyit",
    "opens on Monday at 08:00",
    "öffnet am Montag um 08:00",
  ],
  [6, 3, "csütörtökön", "csütörtökön 08:00-kor nyit", "opens on Thursday", "öffnet am Donnerstag"],
  [7, 4, "pénteken", "egy hét múlva, pénteken 08:00-kor", "in a week, on Friday", "in einer Woche"],
] as const)("shows when a closed place opens, %i days ahead", (daysAhead, weekday, ...texts) => {
  const opensNext = { daysAhead, weekday, minuteOfDay: 480 };
  const inLanguage = (language: "hu" | "en" | "de") =>
    textOf(
      renderInLanguage(<StatusBadge status="closed" until={480} opensNext={opensNext} />, language),
    );
  expect(inLanguage("hu")).toContain(`Zárva ${texts[1]}`);
  expect(inLanguage("en")).toContain(texts[2]);
  expect(inLanguage("de")).toContain(texts[3]);
});

it.each([
  [0, 4, "Zárva 08:00-kor nyit"],
  [1, 5, "Zárva nyit: holnap 08:00"],
  [3, 0, "Zárva nyit: hétfő 08:00"],
])("shows it in few words in a list, %i days ahead", (daysAhead, weekday, text) => {
  const opensNext = { daysAhead, weekday, minuteOfDay: 480 } as NextOpening;
  const badge = <StatusBadge status="closed" opensNext={opensNext} isShort />;
  expect(textOf(renderInLanguage(badge, "hu"))).toBe(text);
});

it.each([
  [
    8,
    "2026-07-04",
    "nyit: július 4. 08:00",
    "opens on 4 July at 08:00",
    "öffnet am 4. Juli um 08:00",
  ],
  [30, "2027-03-15", "nyit: március 15. 08:00", "opens on 15 March", "öffnet am 15. März um 08:00"],
  [31, "2027-04-01", "áprilisban nyit újra", "opens again in April", "öffnet wieder im April"],
  [300, "2027-10-01", "októberben nyit újra", "opens again in October", "öffnet wieder im Oktober"],
])("shows an opening %i days ahead, on %s", (daysAhead, date, ...texts) => {
  const opensNext: NextOpening = { daysAhead, date, weekday: 3, minuteOfDay: 480 };
  for (const isShort of [true, false]) {
    const badge = <StatusBadge status="closed" opensNext={opensNext} isShort={isShort} />;
    for (const [index, language] of (["hu", "en", "de"] as const).entries()) {
      expect(textOf(renderInLanguage(badge, language))).toContain(texts[index]);
    }
  }
});

it.each([
  ["by appointment", "Előre egyeztetve"],
  ["nur nach Vereinbarung", "Előre egyeztetve"],
  ["kulcs a pultnál", "kulcs a pultnál"],
  ["x".repeat(40), "x".repeat(40)],
  ["x".repeat(41), `${"x".repeat(39)}…`],
  [undefined, "Nincs megadva nyitvatartás"],
])("says of unknown times with the remark %s: %s", (comment, text) => {
  const badge = <StatusBadge status="none" comment={comment} />;
  expect(textOf(renderInLanguage(badge, "hu"))).toBe(text);
});

it("says nothing of a remark on times that are known", () => {
  const badge = <StatusBadge status="closed" comment="renovation" />;
  expect(textOf(renderInLanguage(badge, "hu"))).toBe("Zárva");
});

it("shows no time for a closed place where its next opening is unknown", () => {
  expect(textOf(renderInLanguage(<StatusBadge status="closed" />, "hu"))).toBe("Zárva");
});

it.each([
  ["closes-soon", "Hamarosan zár: 23:00-kor", "Closes soon: 23:00", "Schließt bald: um 23:00"],
  ["opens-soon", "Hamarosan nyit: 23:00-kor", "Opens soon: 23:00", "Öffnet bald: um 23:00"],
] as const)("says of %s at what time", (status, ...texts) => {
  const badge = <StatusBadge status={status} until={23 * 60} />;
  for (const [index, language] of (["hu", "en", "de"] as const).entries()) {
    expect(textOf(renderInLanguage(badge, language)).replace(" :", ":")).toBe(texts[index]);
  }
});

it.each([
  ["2026-12-20", "Zárva dec. 20-ig", "Closed until 20 Dec", "Geschlossen bis 20. Dez."],
  ["2026-12-01", "Zárva dec. 1-jéig", "Closed until 1 Dec", "Geschlossen bis 1. Dez."],
  ["2026-12-11", "Zárva dec. 11-ig", "Closed until 11 Dec", "Geschlossen bis 11. Dez."],
  ["2027-01-05", "Zárva 2027. jan. 5-ig", "Closed until 5 Jan 2027", "Geschlossen bis 05.01.2027"],
])(
  "says of a place that opens on %s until when it is closed, and not since when",
  (opens_on, ...texts) => {
    const until = "2027-01-06T00:00:00.000Z";
    const since = "2026-11-25T08:00:00.000Z";
    const closure = { reason: "closed-until", by: "staff", since, until, opens_on } as const;
    const badge = <StatusBadge status="closed" closure={closure} now={new Date(since)} />;
    for (const [index, language] of (["hu", "en", "de"] as const).entries()) {
      expect(textOf(renderInLanguage(badge, language))).toBe(texts[index]);
    }
  },
);

it.each([
  ["visitor", "Nem működik jelezték 5 perccel ezelőtt", "Außer Betrieb vor 5 Minuten gemeldet"],
  ["staff", "Nem működik 2026. nov. 25. óta", "Außer Betrieb seit 25.11.2026"],
] as const)("says how long ago a %s reported a place, or since when it is closed", (by, hu, de) => {
  const since = "2026-11-25T08:00:00.000Z";
  const until = "2026-11-26T08:00:00.000Z";
  const closure = { reason: "out-of-order", by, since, until } as const;
  const now = new Date("2026-11-25T08:05:59.000Z");
  const badge = <StatusBadge status="closed" closure={closure} isShort now={now} />;
  expect(textOf(renderInLanguage(badge, "hu"))).toBe(hu);
  expect(textOf(renderInLanguage(badge, "de"))).toBe(de);
});

it("says nothing in a list where nothing is known", () => {
  expect(renderInLanguage(<StatusBadge status="none" isShort />, "hu")).toBe("");
  expect(textOf(renderInLanguage(<StatusBadge status="none" doubt="closed" isShort />, "hu"))).toBe(
    "Jelezték, hogy végleg bezárt; utánanézünk",
  );
});

it.each([
  ["closed", "Jelezték, hogy végleg bezárt; utánanézünk"],
  ["private", "Az OpenStreetMap szerint nem nyilvános; utánanézünk"],
] as const)("says the doubt in place of the status: %s", (doubt, text) => {
  const badge = <StatusBadge status="none" doubt={doubt} />;
  expect(textOf(renderInLanguage(badge, "hu"))).toBe(text);
});
