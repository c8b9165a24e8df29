import { describe, expect, it } from "vitest";
import { isSearchableText } from "./search-limits.ts";

describe("isSearchableText", () => {
  it.each(["", "  ", "Bp", " Bp ", "🚻🚻"])("is false for %j", (text) => {
    expect(isSearchableText(text)).toBe(false);
  });

  it.each(["Vác", " Vác ", "Ó u", "🚻🚻🚻"])("is true for %j", (text) => {
    expect(isSearchableText(text)).toBe(true);
  });
});
