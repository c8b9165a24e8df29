import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { codeSplittingGroups } from "./chunk-groups.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const shell = {
  name: "shell",
  of: ["app/ui/", "app/app.css", "\0helper.js"],
  without: ["app/ui/form/", "app/ui/tabs.tsx"],
  minShareCount: 2,
};

describe("codeSplittingGroups", () => {
  const [{ test, ...group }] = codeSplittingGroups([shell], root);

  it("passes on the builder's own options", () => {
    expect(group).toEqual({ name: "shell", minShareCount: 2 });
  });

  it.each([
    ["a file of a folder", `${root}app/ui/button.tsx`, true],
    ["a file of a folder in it", `${root}app/ui/menu/menu.tsx`, true],
    ["a named file", `${root}app/app.css`, true],
    ["a named file's address", `${root}app/app.css?url`, true],
    ["a module without a file", "\0helper.js", true],
    ["a folder that begins alike", `${root}app/ui-kit/button.tsx`, false],
    ["a file that begins alike", `${root}app/app.css.ts`, false],
    ["the same path elsewhere", "/elsewhere/app/ui/button.tsx", false],
    ["a folder that stays out", `${root}app/ui/form/select.tsx`, false],
    ["a file that stays out", `${root}app/ui/tabs.tsx`, false],
  ])("judges %s", (_, id, isIn) => {
    expect(test(id)).toBe(isIn);
  });

  it.each([
    ["named", { ...shell, of: ["app/gone/"] }],
    ["excluded", { ...shell, without: ["app/ui/gone.tsx"] }],
  ])("fails for a missing path that is %s", (_, group) => {
    expect(() => codeSplittingGroups([group], root)).toThrow("gone");
  });
});
