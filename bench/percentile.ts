/**
 * The value that a share of all values (0…1) does not exceed, by nearest rank: with fewer than a
 * hundred values the 99th percentile is the greatest.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
