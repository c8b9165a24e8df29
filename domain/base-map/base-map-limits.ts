/**
 * The closest zoom at which the base map still tells the truth: its lines are good to about 200 m, and it
 * knows no streets. Beyond it the page says so.
 */
export const baseMapMaxUsefulZoom = 11;

/** From {@link baseMapMaxUsefulZoom} to this zoom the base map fades to plain paper. */
export const baseMapGoneZoom = 12.5;
