import { describe, expect, it } from "vitest";
import { confettiPieces, festiveColours } from "./confetti.tsx";

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
