import { describe, expect, it } from "vitest";
import { scriptText } from "./page-description.tsx";

describe("scriptText", () => {
  it("holds nothing that ends the element, and is the same data", () => {
    const value = { name: "</script><script>alert(1)</script><!--" };
    expect(scriptText(value)).not.toContain("<");
    expect(JSON.parse(scriptText(value))).toEqual(value);
  });
});
