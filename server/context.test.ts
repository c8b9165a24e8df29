import { expect, it } from "vitest";
import { ReleaseStack } from "./context.ts";

it("releases in reverse order, once", async () => {
  const released: string[] = [];
  const stack = new ReleaseStack();
  stack.add(async () => released.push("database"));
  stack.add(async () => released.push("feed"));
  await stack[Symbol.asyncDispose]();
  await stack[Symbol.asyncDispose]();
  expect(released).toEqual(["feed", "database"]);
});

it("goes on when one release fails, and says so at the end", async () => {
  const released: string[] = [];
  const stack = new ReleaseStack();
  stack.add(async () => released.push("database"));
  stack.add(() => Promise.reject(new Error("stuck")));
  await expect(stack[Symbol.asyncDispose]()).rejects.toThrow("not released");
  expect(released).toEqual(["database"]);
});
