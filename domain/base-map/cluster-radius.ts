/** Radius of a cluster's disc in CSS pixels against the logarithm (base 10) of its count; between them straight. */
export const clusterRadiusStops = [
  [0.3, 14],
  [2, 20],
  [5, 30],
] as const;

/** The radius of a cluster's disc, without its ring: 14 for two places, 20 for a hundred, 30 from 100,000. */
export function clusterRadius(count: number): number {
  const order = Math.log10(Math.max(1, count));
  const [first, ...others] = clusterRadiusStops;
  let [fromOrder, fromRadius]: readonly [number, number] = first;
  for (const [toOrder, toRadius] of others) {
    if (order <= toOrder) {
      const share = Math.max(0, (order - fromOrder) / (toOrder - fromOrder));
      return fromRadius + (toRadius - fromRadius) * share;
    }
    [fromOrder, fromRadius] = [toOrder, toRadius];
  }
  return fromRadius;
}
