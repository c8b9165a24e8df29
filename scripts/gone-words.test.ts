import { describe, expect, it } from "vitest";
import { findGoneWords } from "./gone-words.ts";

const complaintsOf = (path: string, text = "") => findGoneWords({ path, text });

describe("findGoneWords", () => {
  it.each([
    "const faultText = 1;",
    "export function useFaults() {}",
    "interface FaultyField {}",
    "type FAULT_KIND = string;",
    "export async function* eachFault() {}",
  ])("complains of %s, with the word of today", (text) => {
    const [complaint, ...others] = complaintsOf("app/ui/form/field.tsx", text);
    expect(complaint).toMatch(/^app\/ui\/form\/field\.tsx: .*; the word is error, invalid$/);
    expect(others).toEqual([]);
  });

  it("complains of the names of files and folders, once each", () => {
    expect(complaintsOf("app/kept/place-words.dom.test.tsx")).toHaveLength(2);
  });

  it.each([
    "const passwords = 1;",
    "const defaultPath = 1;",
    "/* const fault = 1; */",
    "// const fault = 1;",
    'import { type FieldFault, findFaults } from "#domain/validation/fault.ts";',
    "call(fault.faults);",
  ])("lets be %s", (text) => {
    expect(complaintsOf("app/ui/form/field.tsx", text)).toEqual([]);
  });

  it("leaves folders in peace whose names are still to be changed", () => {
    const fault = "const fault = 1;";
    expect(complaintsOf("server/import/fault.ts", fault)).toEqual([]);
    expect(complaintsOf("domain/place-index/radix-sort.ts", fault)).toEqual([]);
  });
});
