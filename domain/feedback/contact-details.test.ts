import { describe, expect, it } from "vitest";
import { hasContactDetails } from "./contact-details.ts";

describe("hasContactDetails", () => {
  it.each([
    "Írj: anna@example.org!",
    "anna.kovacs+wc@mail.example.hu",
    "Hívd: 06 30 123 4567",
    "+36301234567",
    "+36 (30) 123-4567",
    "06-30/123-4567, ha zárva van",
    "Tel. 0171 1234567",
    "+49 30 901820",
    "08.00-18.00, 06 30 123 4567",
    "06-1-123-4567",
    "06.30.123.4567",
  ])("finds them in '%s'", (text) => {
    expect(hasContactDetails(text)).toBe(true);
  });

  it.each([
    "",
    "Tiszta, 5 csillag.",
    "Nyitva 08:00-18:00, ára 250 Ft",
    "08.05.2024-én zárva volt",
    "08. 05. 2024",
    "2024.05.08. 18:00",
    "1173 Budapest, Kossuth L. u. 12/A",
    "A kód 1234",
    "0-24",
    "@mosdo",
    "25 x 40 cm, 0.5 m",
    "123 456 7890 forint",
    "Nyitva 08.00-18.00",
    "06.00 – 22.00",
    "01.05.-30.09.",
    "Am 08.05.2024 18:00 geschlossen",
    "08.05.2024-10.05.2024",
    "Mo 08.00 bis 18.00, 03/04/24",
  ])("finds none in '%s'", (text) => {
    expect(hasContactDetails(text)).toBe(false);
  });
});
