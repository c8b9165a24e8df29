import { expect, test } from "vitest";
import { DatabaseUnavailable } from "#server/database/database-errors.ts";
import { ConsistencyTokens } from "./follow-place-changes.ts";

/** Tokens of one process, which counts its polls. */
function tokensOfProcess(poll: () => Promise<void> = async () => {}) {
  const feed = { polls: 0, agreedAtMs: Number.NEGATIVE_INFINITY };
  const tokens = new ConsistencyTokens({
    ageMs: () => Math.round(performance.now() - feed.agreedAtMs),
    async catchUp() {
      const startedAtMs = performance.now();
      feed.polls++;
      await poll();
      feed.agreedAtMs = startedAtMs;
    },
  });
  const write = () => tokens.issueAfter(async () => tokens.recordWrite());
  return { feed, tokens, write };
}

test("a request that writes gets a token of its own, another request none", async () => {
  const { tokens, write } = tokensOfProcess();
  const [first, second] = [await write(), await write()];
  expect(first).toMatch(/^[\w-]{8}\.1$/);
  expect(second).toMatch(/^[\w-]{8}\.2$/);
  const [reading, writing] = await Promise.all([tokens.issueAfter(async () => {}), write()]);
  expect(reading).toBeNull();
  expect(writing).not.toBeNull();
  tokens.recordWrite();
});

test("another process polls once for a token, the own one never", async () => {
  const [own, other] = [tokensOfProcess(), tokensOfProcess()];
  const token = (await own.write()) ?? "";
  expect(own.tokens.hasApplied(token)).toBe(true);
  expect(other.tokens.hasApplied(token)).toBe(false);
  await Promise.all([own.tokens.apply(token), other.tokens.apply(token)]);
  await other.tokens.apply(token);
  expect(own.feed.polls).toBe(0);
  expect(other.feed.polls).toBe(1);
  const next = (await own.write()) ?? "";
  expect(other.tokens.hasApplied(next)).toBe(false);
});

test("a poll that failed does not count", async () => {
  const other = tokensOfProcess(() => Promise.reject(new DatabaseUnavailable("gone")));
  const token = (await tokensOfProcess().write()) ?? "";
  await other.tokens.apply(token);
  expect(other.tokens.hasApplied(token)).toBe(false);
});

test.each([
  "",
  "anything",
  "12345678",
  "12345678.",
  "1234567.1",
  "12345678.1;",
  "12345678.12345678901",
])("a text that is not a token causes no poll: '%s'", async (text) => {
  const { feed, tokens } = tokensOfProcess();
  await tokens.apply(text);
  expect(tokens.hasApplied(text)).toBe(true);
  expect(feed.polls).toBe(0);
});
