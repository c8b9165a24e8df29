/**
 * Runs something with the process's own time zone set to an IANA zone, for a library that knows no
 * other, and sets it back. It must not wait for anything: the zone is everybody's meanwhile. In a
 * worker thread it has no effect.
 */
export function inTimeZone<Result>(timeZone: string, work: () => Result): Result {
  const former = process.env.TZ;
  process.env.TZ = timeZone;
  try {
    return work();
  } finally {
    if (former === undefined) delete process.env.TZ;
    else process.env.TZ = former;
  }
}
