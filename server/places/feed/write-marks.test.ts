import { expect, test } from "vitest";
import { DatabaseAway } from "#server/database/database-errors.ts";
import { WriteMarks } from "./write-marks.ts";

/** Marks of one process, which counts its looks. */
function marksOfProcess(look: () => Promise<void> = async () => {}) {
  const feed = { looks: 0, agreedAtMs: Number.NEGATIVE_INFINITY };
  const marks = new WriteMarks({
    ageMs: () => Math.round(performance.now() - feed.agreedAtMs),
    async catchUp() {
      const begunAtMs = performance.now();
      feed.looks++;
      await look();
      feed.agreedAtMs = begunAtMs;
    },
  });
  const write = () => marks.during(async () => marks.note());
  return { feed, marks, write };
}

test("a request that writes gets a mark, each another one, and no other request does", async () => {
  const { marks, write } = marksOfProcess();
  const [first, second] = [await write(), await write()];
  expect(first).toMatch(/^[\w-]{8}\.1$/);
  expect(second).toMatch(/^[\w-]{8}\.2$/);
  const [reading, writing] = await Promise.all([marks.during(async () => {}), write()]);
  expect(reading).toBeNull();
  expect(writing).not.toBeNull();
  marks.note();
});

test("another process looks once at a mark, the own one never", async () => {
  const [own, other] = [marksOfProcess(), marksOfProcess()];
  const mark = (await own.write()) ?? "";
  expect(own.marks.hasHeard(mark)).toBe(true);
  expect(other.marks.hasHeard(mark)).toBe(false);
  await Promise.all([own.marks.hear(mark), other.marks.hear(mark)]);
  await other.marks.hear(mark);
  expect(own.feed.looks).toBe(0);
  expect(other.feed.looks).toBe(1);
  const next = (await own.write()) ?? "";
  expect(other.marks.hasHeard(next)).toBe(false);
});

test("a look that failed does not count", async () => {
  const other = marksOfProcess(() => Promise.reject(new DatabaseAway("gone")));
  const mark = (await marksOfProcess().write()) ?? "";
  await other.marks.hear(mark);
  expect(other.marks.hasHeard(mark)).toBe(false);
});

test.each([
  "",
  "anything",
  "12345678",
  "12345678.",
  "1234567.1",
  "12345678.1;",
  "12345678.12345678901",
])("what is not a mark asks for no look: '%s'", async (mark) => {
  const { feed, marks } = marksOfProcess();
  await marks.hear(mark);
  expect(marks.hasHeard(mark)).toBe(true);
  expect(feed.looks).toBe(0);
});
