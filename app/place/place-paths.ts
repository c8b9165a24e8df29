import { walkParameter } from "#domain/account/own-path.ts";
import type { WallTime } from "#domain/opening/instant.ts";

export function placePath(placeId: number): string {
  return `/?place=${placeId}`;
}

/** Map page that begins the walk to its chosen place. @param path of the page with the place chosen */
export function walkPath(path: string): string {
  return `${path}&${walkParameter}=1`;
}

/** Address of a point on OpenStreetMap, marked, and close enough to see the house. */
export function openStreetMapUrl({
  latitude,
  longitude,
}: {
  latitude: number;
  longitude: number;
}): string {
  const mark = new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) });
  return `https://www.openstreetmap.org/?${mark}#map=19/${latitude}/${longitude}`;
}

/** The place's own page, which is shared and found; as it is at another time with one. */
export function placePagePath(placeId: number, at?: WallTime): string {
  return `/places/${placeId}${at === undefined ? "" : `?at=${at}`}`;
}

/** Page that reviews a place: the dialog without script, and the path of its form. */
export function reviewPath(placeId: number): string {
  return `/places/${placeId}/review`;
}

export function editPath(placeId: number): string {
  return `/places/${placeId}/edit`;
}

export function reviewReportPath(placeId: number, reviewId: number): string {
  return `/places/${placeId}/reviews/${reviewId}/report`;
}

/** Page that reports a place: the dialog without script, and the path of its forms. */
export function reportPath(placeId: number): string {
  return `/places/${placeId}/report`;
}

/** Id of the report's form on its page, which asks first whether all is well. */
export const reportFormId = "report-form";

/** Parameter of that page for visitors at the door, as the code of the door sign has it. */
export const doorParameter = "door";

export function historyPath(placeId: number): string {
  return `/places/${placeId}/history`;
}

/** Sheet to hang at the door of a place. */
export function signPath(placeId: number): string {
  return `/places/${placeId}/sign`;
}

export const townsPath = "/towns";

/** Page of a town, by the name that it has there. */
export function townPath(name: string): string {
  return `${townsPath}/${encodeURIComponent(name)}`;
}
