import { describe, expect, it } from "vitest";
import { codeSplittingGroups, namedInVain } from "./chunk-groups.ts";

const root = "/repository/";
const shell = {
  name: "shell",
  of: ["app/ui/", "app/root.css", "\0helper.js"],
  without: ["app/ui/form/", "app/ui/tabs.tsx"],
  minShareCount: 2,
};

describe("codeSplittingGroups", () => {
  const [{ test, ...group }] = codeSplittingGroups([shell], root);

  it("passes on the builder's own options", () => {
    expect(group).toEqual({ name: "shell", minShareCount: 2 });
  });

  it.each([
    ["a file of a folder", "/repository/app/ui/button.tsx", true],
    ["a file of a folder in it", "/repository/app/ui/menu/menu.tsx", true],
    ["a named file", "/repository/app/root.css", true],
    ["a named file's address", "/repository/app/root.css?url", true],
    ["a module without a file", "\0helper.js", true],
    ["a folder that begins alike", "/repository/app/ui-kit/button.tsx", false],
    ["a file that begins alike", "/repository/app/root.css.ts", false],
    ["the same path elsewhere", "/elsewhere/app/ui/button.tsx", false],
    ["a folder that stays out", "/repository/app/ui/form/select.tsx", false],
    ["a file that stays out", "/repository/app/ui/tabs.tsx", false],
  ])("judges %s", (_, id, isIn) => {
    expect(test(id)).toBe(isIn);
  });
});

describe("namedInVain", () => {
  const button = "/repository/app/ui/button.tsx";
  const tabs = "/repository/app/ui/tabs.tsx";
  const select = "/repository/app/ui/form/select.tsx";
  const complete = {
    name: "shell",
    moduleIds: [button, "/repository/app/root.css", "\0helper.js"],
  };
  const elsewhere = { name: "places", moduleIds: [tabs, select] };

  it("is empty where each path has a module", () => {
    expect(namedInVain([shell], [complete, elsewhere], root)).toEqual([]);
  });

  it("reports a path whose modules went to another chunk", () => {
    const chunks = [
      { name: "shell", moduleIds: complete.moduleIds.filter((id) => id !== button) },
      { name: "places", moduleIds: [button, tabs, select] },
    ];
    expect(namedInVain([shell], chunks, root)).toEqual(["shell: app/ui/"]);
  });

  it("reports an excluded path that the build does not have", () => {
    const chunks = [complete, { name: "places", moduleIds: [select] }];
    expect(namedInVain([shell], chunks, root)).toEqual(["shell: app/ui/tabs.tsx"]);
  });

  it("reports all paths of a group without a chunk", () => {
    expect(namedInVain([shell], [elsewhere], root)).toEqual([
      "shell: app/ui/",
      "shell: app/root.css",
      "shell: \0helper.js",
    ]);
  });
});
