/**
 * The newest release in every list, without previews; `atLeast` where none is newer than it.
 *
 * @param lists versions such as `26.10.0`, in any order
 */
export function newestOfAll(lists: readonly (readonly string[])[], atLeast: string): string {
  const [first = [], ...others] = lists;
  return first
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .filter((version) => others.every((list) => list.includes(version)))
    .reduce(
      (newest, version) => (compareVersions(version, newest) > 0 ? version : newest),
      atLeast,
    );
}

function compareVersions(a: string, b: string): number {
  const [majorA = 0, minorA = 0, patchA = 0] = a.split(".").map(Number);
  const [majorB = 0, minorB = 0, patchB = 0] = b.split(".").map(Number);
  return majorA - majorB || minorA - minorB || patchA - patchB;
}
