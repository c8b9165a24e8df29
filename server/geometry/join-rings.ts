import { isRing, type Line } from "./line.ts";

/**
 * The rings that lines make when they are joined at their ends, in either direction. Null where they
 * do not close: the outline of something that the file holds only a part of.
 */
export function joinRings(lines: readonly Line[]): number[][] | null {
  const rings: number[][] = [];
  const open = new Set(lines.filter((line) => line.length >= 4));
  const atEnd = indexByEnds(open);
  for (const first of open) {
    open.delete(first);
    let ring = [...first];
    while (!isRing(ring)) {
      const [x, y] = ring.slice(-2);
      const next = atEnd.get(keyOf(x, y))?.find((line) => open.has(line));
      if (next === undefined) return null;
      open.delete(next);
      const isForward = next[0] === x && next[1] === y;
      ring = ring.concat((isForward ? next : reversed(next)).slice(2));
    }
    rings.push(ring);
  }
  return rings.length === 0 ? null : rings;
}

function indexByEnds(lines: Iterable<Line>): Map<string, Line[]> {
  const atEnd = new Map<string, Line[]>();
  for (const line of lines) {
    for (const key of new Set([keyOf(line[0], line[1]), keyOf(line.at(-2), line.at(-1))])) {
      atEnd.set(key, [...(atEnd.get(key) ?? []), line]);
    }
  }
  return atEnd;
}

function reversed(line: Line): number[] {
  const back: number[] = [];
  for (let at = line.length - 2; at >= 0; at -= 2) back.push(line[at], line[at + 1]);
  return back;
}

function keyOf(x: number | undefined, y: number | undefined): string {
  return `${x} ${y}`;
}
