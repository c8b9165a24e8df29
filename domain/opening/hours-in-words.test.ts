import { expect, test } from "vitest";
import { hoursInWords } from "./hours-in-words.ts";

/** Hours that are read from some texts; the kind of the reading where none are. */
function readEach(texts: readonly string[], context?: Parameters<typeof hoursInWords>[1]) {
  return Object.fromEntries(
    texts.map((text) => {
      const reading = hoursInWords(text, context);
      return [text, reading.kind === "read" ? reading.hours : reading.kind];
    }),
  );
}

test.each<[string, Record<string, string>]>([
  [
    "English",
    {
      "24 hours": "24/7",
      "24 hrs": "24/7",
      "24hrs": "24/7",
      "Open 24 hours a day, 7 days a week": "24/7",
      "24 hours daily": "24/7",
      "Round the clock": "24/7",
      "24-hour": "24/7",
      "Hours: 12 noon-8pm Days open: Mon, Tue, Wed, Thur, Fri": "Mo-Fr 12:00-20:00",
      "Mon to Thurs 9am - 9pm  | Fri 9am - 8pm Sat 8am - 5pm | Sun 9am - 5pm":
        "Mo-Th 09:00-21:00; Fr 09:00-20:00; Sa 08:00-17:00; Su 09:00-17:00",
      "9am - 5pm (Closed Christmas Day, Boxing Day and New Year's Day)":
        "09:00-17:00; Dec 25 off; Dec 26 off; Jan 1 off",
      "10am-4pm Mon-Fri; 11am-3pm Sat & Sun; closed 25 Dec - 1 Jan":
        "Mo-Fr 10:00-16:00; Sa-Su 11:00-15:00; Dec 25-Jan 01: off",
      "closed Sunday 9am-5pm Mon-Sat": "Mo-Sa 09:00-17:00; Su off",
      "8.30-6pm": "08:30-18:00",
      "5pm-12am": "17:00-24:00",
      "24 hours Monday to Friday": "Mo-Fr 00:00-24:00",
      "Midnight to midnight": "24/7",
      "00:00 - 23:59": "24/7",
      "Daily: 9am to 9pm": "09:00-21:00",
      "Every day; 9am to 4pm": "09:00-16:00",
      "9am-4pm every day": "09:00-16:00",
      "Monday - Sunday 7am - 1:45pm": "07:00-13:45",
      "9.30am to 10.15pm": "09:30-22:15",
      "7:30 a.m. - 8 p.m.": "07:30-20:00",
      "9-5pm": "09:00-17:00",
      "12-11pm": "12:00-23:00",
      "Between 8am and 6pm": "08:00-18:00",
      "8am until 6pm": "08:00-18:00",
      "0800-1800 hrs": "08:00-18:00",
      "09.00 - 17.00": "09:00-17:00",
      "6am - midnight": "06:00-24:00",
      "7pm to 2am": "19:00-02:00",
      "Mon-Sun: 10-17:30": "10:00-17:30",
      "dawn to dusk": "dawn-dusk",
      "8am to dusk": "08:00-dusk",
      "opening_hours=08:00-(sunset)": "08:00-sunset",
      "Weekdays 9am-4pm": "Mo-Fr 09:00-16:00",
      "Weekdays 9am to 5pm, weekends 10am to 4pm": "Mo-Fr 09:00-17:00; Sa-Su 10:00-16:00",
      "Mon & Sat 10am to 4pm": "Mo,Sa 10:00-16:00",
      "Mon/Wed/Fri 10:00 to 14:00": "Mo,We,Fr 10:00-14:00",
      "Thurs and Fri 11am to 4pm": "Th-Fr 11:00-16:00",
      "8am - 4pm Monday to Friday": "Mo-Fr 08:00-16:00",
      "9am to 9pm Monday to Thursday 9am to 5pm Friday 9am to 3pm Saturdays Closed Sundays":
        "Mo-Th 09:00-21:00; Fr 09:00-17:00; Sa 09:00-15:00; Su off",
      "9am-5pm Monday to Saturday, Sunday closed": "Mo-Sa 09:00-17:00; Su off",
      "Monday - Saturday - 07:00 - 22:00 Sunday - 12:00 - 18:00":
        "Mo-Sa 07:00-22:00; Su 12:00-18:00",
      "Monday, Thursday 10am to 2pm, Tuesday, Friday: 2pm to 6pm":
        "Mo,Th 10:00-14:00; Tu,Fr 14:00-18:00",
      "Monday to Friday: 9am to 7pmSaturday: 9am to 5pm,Sunday: 12 noon to 4pm":
        "Mo-Fr 09:00-19:00; Sa 09:00-17:00; Su 12:00-16:00",
      "Monday: ClosedTuesday to Saturday: 07:00 to 17:00Sunday: 07:00 to 16:00":
        "Tu-Sa 07:00-17:00; Su 07:00-16:00; Mo off",
      "Monday - Friday: 7am to 7pmClosed: Saturday and Sunday": "Mo-Fr 07:00-19:00; Sa-Su off",
      "Monday to Friday, 9.30am to 10pmSaturday and Sunday, 9.30am to 8pmclosed bank holidays":
        "Mo-Fr 09:30-22:00; Sa-Su 09:30-20:00; PH off",
      "Monday - Saturday: 6am - midnight\nSunday: 11am - 5pm": "Mo-Sa 06:00-24:00; Su 11:00-17:00",
      "Mo-Fr 08:00-12:00,13:00-18:00; PH off": "Mo-Fr 08:00-12:00,13:00-18:00; PH off",
      "Mon-Fri 9am-12 noon and 1pm-5pm": "Mo-Fr 09:00-12:00,13:00-17:00",
      "Mon-Sun including bank holidays 8am-8pm": "Mo-Su,PH 08:00-20:00",
      "Daily except Sundays, 9am-5pm": "Mo-Sa 09:00-17:00; Su off",
      "24 hours except Christmas Day": "00:00-24:00; Dec 25 off",
      "9am-5pm, closed Wednesday": "Mo-Tu,Th-Su 09:00-17:00; We off",
      "Daily 8am-8pm. Closed 25 December and 1 January": "08:00-20:00; Dec 25 off; Jan 1 off",
      "Summer (April - September) 8am - 6:30pm, Winter (October - March) 8am - 4pm ":
        "Apr-Sep: 08:00-18:30; Oct-Mar: 08:00-16:00",
      "Summer (1st April to 31st October) 8am-8pm. Winter 8am-4pm":
        "Apr-Oct: 08:00-20:00; Nov-Mar: 08:00-16:00",
      "8am-8pm April to September, 8am-4pm October to March":
        "Apr-Sep: 08:00-20:00; Oct-Mar: 08:00-16:00",
      "April-October Mon-Fri 8am-8pm, Sat 9am-5pm":
        "Apr-Oct: Mo-Fr 08:00-20:00; Apr-Oct: Sa 09:00-17:00",
      "Mon-Fri 8am-6pm, April-September Sat 9am-5pm": "Mo-Fr 08:00-18:00; Apr-Sep: Sa 09:00-17:00",
      "Open April to October, 9am to 6pm": "Apr-Oct: 09:00-18:00",
      "10am-6pm, closed November to March": "10:00-18:00; Nov-Mar: off",
      "All year round 8am - 8pm": "08:00-20:00",
      "May 15 - September 15: 10:00-18:00": "May 15-Sep 15: 10:00-18:00",
      "1 April to 30 SeptemberMonday to Saturday, 8.30am to 7pmSunday and Bank Holidays, 10am to 7pm1 October to 31 MarchMonday to Saturday, 8.30am to 5pmSunday and Bank Holidays, 10am to 5pmChristmas Day, 10am to 2pm":
        "Apr-Sep: Mo-Sa 08:30-19:00; Oct-Mar: Mo-Sa 08:30-17:00; Apr-Sep: Su,PH 10:00-19:00; Oct-Mar: Su,PH 10:00-17:00; Dec 25 10:00-14:00",
    },
  ],
  [
    "German",
    {
      "00:00-24:00 Uhr": "24/7",
      "rund um die Uhr": "24/7",
      "durchgehend 0-24 Uhr": "unknown",
      "24 Stunden geöffnet": "24/7",
      "Mo-Sa 7:00-18:00 Uhr": "Mo-Sa 07:00-18:00",
      "Mo-Fr 7:00-18:00 Uhr, Sa 8:00-18:00 Uhr": "Mo-Fr 07:00-18:00; Sa 08:00-18:00",
      "Mo-Sa 10:00-19:00 Uhr So 9:00-19 Uhr": "Mo-Sa 10:00-19:00; Su 09:00-19:00",
      "Di-Do und Sa-So 11:30 - 14:30 Fr 17:30 - 22:00": "Tu-Th,Sa-Su 11:30-14:30; Fr 17:30-22:00",
      "täglich 10-18 Uhr": "10:00-18:00",
      "taeglich von 6 bis 22 Uhr": "06:00-22:00",
      "Montag bis Freitag, 8 bis 17 Uhr": "Mo-Fr 08:00-17:00",
      "Mo–Fr · 12:00–16:30 Uhr": "Mo-Fr 12:00-16:30",
      "Mo. - Fr.: 8.00 - 12.00 und 13.30 - 17.00 Uhr": "Mo-Fr 08:00-12:00,13:30-17:00",
      "Montag bis Freitag 7 bis 18 Uhr. Samstag 8 bis 12 Uhr. Sonntag geschlossen.":
        "Mo-Fr 07:00-18:00; Sa 08:00-12:00; Su off",
      "Werktags 7-19 Uhr": "Mo-Sa 07:00-19:00; PH off",
      "werktags 7-19 Uhr, Sonn- und Feiertage 9-18 Uhr": "Mo-Sa 07:00-19:00; Su,PH 09:00-18:00",
      "8-18 Uhr; Sonn- und Feiertag geschlossen": "Mo-Sa 08:00-18:00; Su,PH off",
      "täglich außer Montag 9-17 Uhr": "Tu-Su 09:00-17:00; Mo off",
      "samstags und sonntags zwischen 10 und 16 Uhr": "Sa-Su 10:00-16:00",
      "April bis Oktober täglich 8-20 Uhr, November bis März 9-16 Uhr":
        "Apr-Oct: 08:00-20:00; Nov-Mar: 09:00-16:00",
      "1. April bis 15. Oktober 8:00-20:00": "Apr 01-Oct 15: 08:00-20:00",
      "15.4.-15.10. 8-20 Uhr": "Apr 15-Oct 15: 08:00-20:00",
      "Sommer (Mai-September) 7-22 Uhr, Winter 8-18 Uhr":
        "May-Sep: 07:00-22:00; Oct-Apr: 08:00-18:00",
      "Sonnenaufgang bis Sonnenuntergang": "sunrise-sunset",
      "8 Uhr bis Mitternacht": "08:00-24:00",
      "Mo-So 18-2 Uhr": "18:00-02:00",
      "ganzjährig 6:00-22:00": "06:00-22:00",
      "8-20 Uhr, 24.12. geschlossen": "08:00-20:00; Dec 24 off",
      "Di-So 10-18 Uhr, Montag Ruhetag": "Tu-Su 10:00-18:00; Mo off",
      "8–18 Uhr (Mo–Fr), 9–16 Uhr (Sa)": "Mo-Fr 08:00-18:00; Sa 09:00-16:00",
      "am Wochenende 9-13 Uhr": "Sa-Su 09:00-13:00",
    },
  ],
  [
    "French",
    {
      "24 h / 24": "24/7",
      "24h/24": "24/7",
      "24h/24 et 7j/7": "24/7",
      "7j/7 - 24h/24": "24/7",
      "6 h - 22 h": "06:00-22:00",
      "6 h - 1 h": "06:00-01:00",
      "19 h - 7 h": "19:00-07:00",
      "10h à 22h": "10:00-22:00",
      "de 7h30 à 19h": "07:30-19:00",
      "tous les jours de 9h à 12h et de 14h à 18h": "09:00-12:00,14:00-18:00",
      "du lundi au vendredi de 8h à 18h, le samedi de 9h à 12h et le dimanche fermé":
        "Mo-Fr 08:00-18:00; Sa 09:00-12:00; Su off",
      "Lun-Ven 8h-18h": "Mo-Fr 08:00-18:00",
      "lu-di 8h00-20h00": "08:00-20:00",
      "Mardi 9h-12h": "Tu 09:00-12:00",
      "en semaine 8 h - 20 h, week-end 9 h - 19 h": "Mo-Fr 08:00-20:00; Sa-Su 09:00-19:00",
      "tous les jours sauf lundi 10h-17h": "Tu-Su 10:00-17:00; Mo off",
      "8h-20h, fermé les jours fériés": "08:00-20:00; PH off",
      "d'avril à septembre 8h-21h, d'octobre à mars 8h-18h":
        "Apr-Sep: 08:00-21:00; Oct-Mar: 08:00-18:00",
      "du 1er avril au 30 septembre : 8h-20h": "Apr-Sep: 08:00-20:00",
      "Été (mai à septembre) 7h-22h ; hiver 8h-18h": "May-Sep: 07:00-22:00; Oct-Apr: 08:00-18:00",
      "du lever au coucher du soleil": "unknown",
      "lever du soleil - coucher du soleil": "sunrise-sunset",
      "Horaires d'été (avril à octobre) : 8h - 21h ; horaires d'hiver : 8h - 18h":
        "Apr-Oct: 08:00-21:00; Nov-Mar: 08:00-18:00",
      "8h à minuit": "08:00-24:00",
      "entre 8h et 18h": "08:00-18:00",
      "toute l'année 6h-22h": "06:00-22:00",
    },
  ],
  [
    "Hungarian",
    {
      "éjjel-nappal": "24/7",
      nonstop: "24/7",
      "0-24": "24/7",
      "0–24 óráig": "24/7",
      "a hét minden napján 0-24": "24/7",
      "24 órás": "24/7",
      "mindennap 6-22": "06:00-22:00",
      "naponta 8-tól 20 óráig": "08:00-20:00",
      "Nyitva: naponta 7:30-tól 19:30-ig": "07:30-19:30",
      "7-19h": "07:00-19:00",
      "H-P 10-18": "Mo-Fr 10:00-18:00",
      "H - P: 09 - 17": "Mo-Fr 09:00-17:00",
      "H-P: 8:00-16:00, Szo: 9:00-13:00, V: zárva": "Mo-Fr 08:00-16:00; Sa 09:00-13:00; Su off",
      "H, Sze, P 8-12": "Mo,We,Fr 08:00-12:00",
      "K-Cs 8.00-16.30": "Tu-Th 08:00-16:30",
      "Nyitvatartás: hétfő–péntek 8–17, szombat 8–12": "Mo-Fr 08:00-17:00; Sa 08:00-12:00",
      "hétfőtől péntekig 10–18 óra, szombaton 9–13 óra": "Mo-Fr 10:00-18:00; Sa 09:00-13:00",
      "hétfőtől vasárnapig 6 órától éjfélig": "06:00-24:00",
      "Hétfő - Szombat, 8:00 - 20:00": "Mo-Sa 08:00-20:00",
      "munkanapokon 7-17": "Mo-Fr 07:00-17:00; PH off",
      "hétköznap 8:00 - 17:00, hétvégén 9-16": "Mo-Fr 08:00-17:00; Sa-Su 09:00-16:00",
      "8-20, vasár- és ünnepnapokon zárva": "Mo-Sa 08:00-20:00; Su,PH off",
      "8 és 18 óra között": "08:00-18:00",
      "napkeltétől napnyugtáig": "sunrise-sunset",
      "áprilistól szeptemberig 8-20, októbertől márciusig 8-16":
        "Apr-Sep: 08:00-20:00; Oct-Mar: 08:00-16:00",
      "április 1-től október 31-ig 9-19 óráig": "Apr-Oct: 09:00-19:00",
      "máj. 1. – szept. 30.: 8:00-20:00": "May-Sep: 08:00-20:00",
      "04.15.-10.15. 8-20": "Apr 15-Oct 15: 08:00-20:00",
      "naponta, kivéve hétfő 10-18": "Tu-Su 10:00-18:00; Mo off",
      "9-17, december 24-én zárva": "09:00-17:00; Dec 24 off",
      "egész évben 6-22": "06:00-22:00",
    },
  ],
  [
    "several languages, or none",
    {
      "24/7": "24/7",
      "24/7/365": "24/7",
      "07:00-19:00": "07:00-19:00",
      "Mo-Sa 8-18": "Mo-Sa 08:00-18:00",
      "Mo-Su 08:00-18:00; Su 10:00-16:00": "unknown",
      "week 1-20 Mo 08:00-18:00": "week 1-20 Mo 08:00-18:00",
      "Apr-Oct Mo[1] 08:00-12:00": "Apr-Oct Mo[1] 08:00-12:00",
    },
  ],
])("reads %s", (_, table) => {
  expect(readEach(Object.keys(table))).toEqual(table);
});

test.each([
  // Times that may be meant in two ways.
  "9-5",
  "Mo-Fr 9-5",
  "Sa 9-12",
  "9:00-5:00",
  "9:00-12:00",
  "4-11pm",
  "6-8pm",
  "10-2am",
  "Mon-Fri 9am-5pm, Sat 10-2",
  "9am-12pm",
  "6am-12am",
  "12am-5pm",
  "9am to 17:00",
  "09:00-05:00",
  "Mo-Fr 8:00-18:00, Sat 9:00-1:00",
  "Montag 1-5 Uhr",
  "10-1 Uhr",
  "10:00-10:00",
  "10:00-10:05",
  "25:00-26:00",
  "13am-5pm",
  "8-dusk",
  "Mon-Fri 10:00-13:00, 6:30-9:00",
  "Mon-Fri 10:00-13:00, 5:00-9:00",
  "5-9 Uhr",
  // Dates that look like times.
  "04.15-10.15",
  "15.05-15.10",
  "2019-2020",
  "1st to 15th",
  "24/07/2016",
  "8-20 April",
  "April 1-30",
  // Days that languages name alike.
  "Di 10:00-18:00",
  "Mar 9:00-18:00",
  "Ma 9:00-18:00",
  "So 9:00-12:00",
  "Do 9:00-12:00",
  "Ke 8:00-16:00",
  "Die 8-18 Uhr geöffnet, die Do",
  // Without an end, or without a beginning.
  "Open daily at 8am",
  "from 8am",
  "ab 8 Uhr",
  "8 órától",
  "until 6pm",
  "from Monday 9am-5pm",
  "from April 9am-5pm",
  "Mon-Fri",
  "06:30 16:00",
  "8am - ",
  "- Fri 8am-6pm",
  "Mon-Fri 9am-5pm and",
  "dusk to dawn",
  "24:00-06:00",
  // Rules that contradict each other, or leave something open.
  "Daily 9am-5pm, Sunday 10am-4pm",
  "Werktags 8-18 Uhr, Samstag 9-13 Uhr",
  "Mon-Fri 9am-5pm, Mon-Fri closed",
  "Mon-Fri 9am-5pm, closed Friday and Saturday",
  "9am-12 noon, 11am-5pm",
  "8am-4pm Mon-Fri 9am-5pm",
  "9am-5pm Monday, Tuesday, Sunday closed",
  "Summer 8am-8pm",
  "Summer (April - September) 8am-8pm",
  "May - August 8am-8pm, October - March 8am-4pm",
  "April - September 8am-8pm, September - March 8am-4pm",
  "closed",
  "Mon-Sun closed",
  "closed 12:00-13:00",
  "closed, 22:00-06:00",
  "Winter geschlossen 22-6 Uhr",
  "geschlossen im Winter 22-6 Uhr",
  "Mo-Fr 8-18, Sa 9-12 (Apr-Okt)",
  "Mo-Fr 9-17 Uhr, Sa 9-12 Uhr (Nov-März geschlossen)",
  "Mo-Fr 10-18 Uhr, Do bis 20 Uhr",
  "9am-5pm; Saturday",
  "April-September 8am-8pm, October-March 8am-4pm, Sunday closed",
  "Mon-Fri 8am-6pm; April-September Sat 9am-5pm; Sun 9am-1pm",
  "Every 2nd Sunday 9am-5pm",
  "8am-6pm (8pm in summer)",
  "March-October 8am-6pm or dusk",
  "Monday closed Tuesday",
  "mid April - 15 October 8am-8pm",
  "April - 15 October 8am-8pm",
  "31 April - 30 June 8am-8pm",
  // A part that is not understood.
  "Dawn till dusk (approx)",
  "park opening hours",
  "Ticket Office Opening Hour: Monday to Saturday 04:45 – 01:00",
  "Gates open daily at 7.30am. Closing times vary throughout the year",
  "Depending on train times",
  "Mon-Fri 9am-5pm by appointment",
  "Mon-Fri 9am-5pm, not Wednesday",
  "8-18 Uhr, vorübergehend geschlossen",
  "wochentags 8-18 Uhr",
  "Voir fiche équipement",
  "S = 09:00 - 21:00 W = 09:00 - 17:00",
  "Sunday 05:25 to Monday 01:00",
  "24 hours, RADAR key",
  "H-P 8-16, weekend closed",
  "x".repeat(601),
])("%j is unknown", (text) => {
  expect(hoursInWords(text)).toEqual({ kind: "unknown", words: text.trim() });
});

test.each(["", " ", "-", "n/a", "k. A.", "Unknown"])("%j says nothing", (text) => {
  expect(hoursInWords(text)).toEqual({ kind: "none" });
});

test("restrictions belong to the hours", () => {
  const read = (text: string, restrictions: string) => {
    const reading = hoursInWords(text, { restrictions, winter: { from: 11, to: 2 } });
    return reading.kind === "read" ? reading.hours : reading.kind;
  };
  expect(read("00:00-24:00 Uhr", "ganzjährig ohne Einschränkungen")).toBe("24/7");
  expect(read("00:00-24:00 Uhr", "Wintersperre")).toBe("00:00-24:00; Nov-Feb: off");
  expect(read("7-18 Uhr", "Sonn- und Feiertag geschlossen")).toBe("Mo-Sa 07:00-18:00; Su,PH off");
  expect(read("7-18 Uhr", "vorübergehend geschlossen")).toBe("unknown");
  expect(read("", "Wintersperre")).toBe("unknown");
});

test("asks once when winter is", () => {
  const texts = ["10-18 Uhr, Wintersperre", "9-17, télen zárva", "Summer 8am-8pm, winter 8am-4pm"];
  expect(Object.values(readEach(texts))).toEqual(["asks-winter", "asks-winter", "asks-winter"]);
  expect(Object.values(readEach(texts, { winter: { from: 10, to: 3 } }))).toEqual([
    "10:00-18:00; Oct-Mar: off",
    "09:00-17:00; Oct-Mar: off",
    "Apr-Sep: 08:00-20:00; Oct-Mar: 08:00-16:00",
  ]);
  expect(hoursInWords("9-5, Wintersperre")).toMatchObject({ kind: "unknown" });
});
