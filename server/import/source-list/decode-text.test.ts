import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

const hungarian = "Név;Cím\nŰrhajós téri vécé;Szűcs utca, őszi szünetben zárva\n";
const german = "Straße;Öffnungszeit\nGroße Gasse;täglich 8–18 Uhr, 0,50 €\n";
const french = "Adresse;Horaires\nPlace de l'Église;juin à août, fermé à Noël\n";
const slovak = "Názov;Adresa\nVerejné WC;Námestie slobody, Žilina, ťažký vchod\n";

test.each([
  ["windows-1250", "HU", hungarian],
  ["windows-1250", null, hungarian],
  ["iso-8859-2", "HU", hungarian],
  ["windows-1250", "SK", slovak],
  ["iso-8859-2", "SK", slovak],
  ["windows-1252", "AT", german],
  ["windows-1252", "HU", french],
  ["utf-8", "HU", hungarian],
])("decodes %s at home in %s", (encoding, homeCountry, text) => {
  expect(decodeText(encode(text, encoding), homeCountry)).toBe(text);
});

test.each([
  ["utf-16le", true, false],
  ["utf-16le", true, true],
  ["utf-16be", false, false],
  ["utf-16be", false, true],
])("decodes %s", (_, isLittle, hasMark) => {
  expect(decodeText(encode16((hasMark ? "\ufeff" : "") + hungarian, isLittle), null)).toBe(
    hungarian,
  );
});

test("leaves the byte order mark of UTF-8 out", () => {
  expect(decodeText(encode(`\ufeff${german}`, "utf-8"), null)).toBe(german);
});

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const decoder = new TextDecoder(encoding);
  const codes = new Map(
    Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]),
  );
  return Uint8Array.from(text, (letter) => {
    const code = codes.get(letter);
    // ISO 8859-2 has neither a dash nor an accent of Windows.
    if (code === undefined) throw new Error(`${letter} is not in ${encoding}`);
    return code;
  });
}

function encode16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}
