import { describe, expect, it } from "vitest";
import { renderInLanguage } from "#tests/support/app/render-in-language.tsx";
import { BirthdayPage, confettiPieces, festiveColours } from "./birthday.tsx";

const html = renderInLanguage(<BirthdayPage />, "hu");
const labels = [...html.matchAll(/<li class="birthday-label[^>]*>([^<]*)<\/li>/g)].map((m) => m[1]);

describe("BirthdayPage", () => {
  it("throws exactly 120 pieces of confetti", () => {
    expect(html.match(/class="confetti /g)).toHaveLength(120);
  });

  it("floats five different greetings and 26 three times", () => {
    expect(labels).toHaveLength(8);
    expect(labels.filter((label) => label === "26")).toHaveLength(3);
    expect(new Set(labels.filter((label) => label !== "26")).size).toBe(5);
  });

  it("shows the number in two digits and a cake", () => {
    expect(html).toContain("<span>2</span><span>6</span>");
    expect(html).toContain('aria-label="Születésnapi torta');
  });

  it("greets in the visitor's language", () => {
    const german = renderInLanguage(<BirthdayPage />, "de");
    expect(german).not.toMatch(/Boldog|Isten/);
    expect(german.match(/<li class="birthday-label/g)).toHaveLength(8);
  });

  it("needs no inline style, which the security policy forbids", () => {
    expect(html).not.toMatch(/\sstyle=/);
  });
});

describe("confettiPieces", () => {
  it("makes exactly 120", () => {
    expect(confettiPieces()).toHaveLength(120);
  });

  it("makes the same pieces every time", () => {
    expect(confettiPieces()).toEqual(confettiPieces());
  });

  it("scatters them over the whole window, in every colour", () => {
    const pieces = confettiPieces();
    for (const axis of ["x", "y"] as const) {
      const places = pieces.map((piece) => piece[axis]);
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...places)).toBeLessThanOrEqual(100);
      expect(new Set(places.map((place) => Math.floor(place / 10.1))).size).toBe(10);
    }
    expect(new Set(pieces.map((piece) => piece.colour)).size).toBe(festiveColours);
  });
});
