/**
 * Result of some work, or of `onLate` where the work takes longer than its time limit. Late work goes on; its
 * result, an error too, is dropped.
 *
 * @throws what the work throws in time, or what `onLate` throws
 */
export async function withTimeout<Value>(
  limitMs: number,
  work: Promise<Value>,
  onLate: () => Value,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, limitMs, "late");
  });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), late]);
    return first === "late" ? onLate() : first.value;
  } finally {
    clearTimeout(timer);
  }
}
