import { describe, expect, it } from "vitest";
import { readModerationForm } from "./read-moderation-form.ts";

const read = (body: string) => {
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(body)) form.append(name, value);
  return readModerationForm(form);
};

describe("readModerationForm", () => {
  it.each([
    ["intent=open&id=7&id=8@2&id=7", { intent: "open", ids: [7, 8], versions: { 8: 2 } }],
    ["intent=accept&id=7", { intent: "accept", ids: [7], versions: {} }],
    [
      "intent=accept&id=7@3&id=8&id=9@1&id=7@3",
      { intent: "accept", ids: [7, 8, 9], versions: { 7: 3, 9: 1 } },
    ],
    [
      "intent=delete&id=7",
      { intent: "delete", ids: [7], versions: {}, isPending: false, reason: "" },
    ],
    [
      // Sent by the button of a form whose own intent is another.
      "intent=accept&id=7@3&id=8&waiting=1&reason=R%C3%A9gi&intent=delete",
      { intent: "delete", ids: [7, 8], versions: { 7: 3 }, isPending: true, reason: "Régi" },
    ],
    [
      "intent=settle&part=reports&reasonFor=declined&reason=R%C3%A9gi&outcome=declined&id=7&id=8",
      {
        ...{ intent: "settle", part: "reports", outcome: "declined", reason: "Régi" },
        ...{ ids: [7, 8], versions: {}, filter: {} },
      },
    ],
    [
      // The reason is one for another outcome.
      "intent=settle&part=corrections&reasonFor=declined&reason=R%C3%A9gi&outcome=done&id=7",
      {
        ...{ intent: "settle", part: "corrections", outcome: "done", reason: "" },
        ...{ ids: [7], versions: {} },
      },
    ],
    ["intent=restore&id=2147483647", { intent: "restore", ids: [2_147_483_647] }],
    [
      // All reports of their places that were seen.
      "intent=settle&part=reports&outcome=done&id=7@9&id=8@8&filter=from%3Dvisitors",
      {
        ...{ intent: "settle", part: "reports", outcome: "done", reason: "" },
        ...{ ids: [7, 8], versions: { 7: 9, 8: 8 }, filter: { from: "visitors" } },
      },
    ],
    [
      // Reviews as they were written at that time.
      "intent=settle&part=reviews&outcome=remove&id=7@1778234400000&id=8",
      {
        ...{ intent: "settle", part: "reviews", outcome: "remove", reason: "" },
        ...{ ids: [7, 8], versions: { 7: 1_778_234_400_000 } },
      },
    ],
    ["intent=reopen&part=reviews&id=7", { intent: "reopen", part: "reviews", ids: [7] }],
    ["intent=disable&account=a-b", { intent: "disable", accountId: "a-b" }],
  ])("reads %s", (body, request) => {
    expect(read(body)).toEqual(request);
  });

  it.each([
    [""],
    ["intent=purge&id=7"],
    ["intent=accept"],
    ["intent=accept&id=7&id=x"],
    ["intent=accept&id=7@"],
    ["intent=accept&id=7@x"],
    ["intent=accept&id=7@0"],
    ["intent=accept&id=7@3@4"],
    [`intent=accept&${Array.from({ length: 101 }, (_, index) => `id=${index + 1}`).join("&")}`],
    ["intent=restore&id=7@3"],
    ["intent=reopen&part=reports&id=7@3"],
    ["intent=reopen&part=waiting&id=7"],
    ["intent=settle&part=reports&outcome=declined&id=7@3&filter=from%3Dimports"],
    ["intent=settle&part=reports&outcome=done&id=7@2147483648"],
    ["intent=settle&part=reviews&outcome=keep&id=7@1778234400000000"],
    ["intent=delete&id=7&waiting=yes"],
    ["intent=delete&id=0"],
    ["intent=settle&part=reports&id=7&id=8&outcome=close"],
    ["intent=delete&id=2147483648"],
    ["intent=settle&part=reports&id=1"],
    ["intent=disable"],
    ["intent=disable&account="],
    ["intent=disable&account=a%00b"],
  ])("refuses '%s'", (body) => {
    expect(read(body)).toBeNull();
  });
});
