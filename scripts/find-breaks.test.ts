import { describe, expect, it } from "vitest";
import { findBreaks } from "./find-breaks.ts";

function replacements(text: string): string[] {
  return findBreaks("domain/rule.ts", text).map(({ replacement }) => replacement.trim());
}

describe("findBreaks", () => {
  it("finds the breaks of a condition and of what it guards", () => {
    expect(replacements("function f() {\n  if (!isOpen && count < 3) return false;\n}")).toEqual([
      "if (false) return false;",
      "if (!isOpen || count < 3) return false;",
      "if (isOpen && count < 3) return false;",
      "if (!isOpen && count <= 3) return false;",
      "if (!isOpen && count < 4) return false;",
      "if (!isOpen && count < 3) return true;",
    ]);
  });

  it("finds the breaks of a query, in its calls and in its text", () => {
    expect(replacements('query\n  .where("ended", "is", null)')).toEqual([
      "",
      '.where("ended", "is not", null)',
    ]);
    expect(replacements("const rule = sql`held and text is null`;")).toEqual([
      "const rule = sql`held or text is null`;",
      "const rule = sql`held and text is not null`;",
    ]);
  });

  it("finds the breaks of lists and effects", () => {
    expect(replacements("places.sort(byName);")).toEqual([";"]);
    expect(replacements("const all = places.filter(isOpen);")).toEqual([
      "const all = places.filter(() => true);",
    ]);
    expect(replacements('const kinds = ["one", "two"];')).toEqual(['const kinds = ["one"];']);
  });

  it("leaves types, logs, messages of errors, speed and joined texts alone", () => {
    const lines = [
      "type Size = 1 | 2;",
      'const name = "Budapest " + district;',
      "const waitMs = 20;",
      'log.warn({ isLate: now > due }, "late");',
      'throw new Error(now > due ? "late" : "early");',
      "const name = key.toString();",
    ];
    expect(replacements(lines.join("\n"))).toEqual([]);
  });

  it("finds a line again by its text, among lines of the same text", () => {
    const breaks = findBreaks("domain/rule.ts", "ö(a < b);\nx(a < b);\nx(a < b);");
    const compared = breaks.filter(({ kind }) => kind === "operator");
    expect(compared.map(({ line, text, occurrence }) => [line, text, occurrence])).toEqual([
      [1, "ö(a < b);", 0],
      [2, "x(a < b);", 0],
      [3, "x(a < b);", 1],
    ]);
  });
});
