import { firstSmallZoom, landmarkColour, landmarkKinds } from "#domain/map/landmarks.ts";
import { mapPalettes, mapThemes } from "#domain/map/map-palettes.ts";
import { createImage, type SharpImage } from "./markers.ts";

/** Icons of Maki (CC0 1.0) by their path: SVG of 15 by 15 with paths alone. */
const icons: Readonly<Record<string, string>> = import.meta.glob(
  [
    "/node_modules/@mapbox/maki/icons/{amusement-park,art-gallery,attraction,beach,bus}.svg",
    "/node_modules/@mapbox/maki/icons/{castle,cinema,college,drinking-water,ferry,garden}.svg",
    "/node_modules/@mapbox/maki/icons/{grocery,hospital,information,library,lighthouse}.svg",
    "/node_modules/@mapbox/maki/icons/{lodging,monument,museum,park,pharmacy,picnic-site}.svg",
    "/node_modules/@mapbox/maki/icons/{pitch,place-of-worship,playground,police,post}.svg",
    "/node_modules/@mapbox/maki/icons/{rail,rail-light,rail-metro,religious-buddhist}.svg",
    "/node_modules/@mapbox/maki/icons/{religious-christian,religious-jewish}.svg",
    "/node_modules/@mapbox/maki/icons/{religious-muslim,school,shop,stadium,theatre}.svg",
    "/node_modules/@mapbox/maki/icons/{town-hall,viewpoint,zoo}.svg",
  ],
  { query: "?raw", import: "default", eager: true },
);

/** Side of an icon, and of its image with the halo, in CSS pixels. */
const iconSize = 15;
const imageSize = 21;

/**
 * The image of a landmark's icon by its name in the style, such as `light/landmark/museum`: a sign of public
 * transport in white on its colour, any other in its colour with a halo.
 *
 * @returns null where it is not a landmark's
 */
export function createLandmarkIcon(name: string): SharpImage | null {
  const [themeName, folder, subclass = ""] = name.split("/");
  const theme = mapThemes.find((known) => known === themeName);
  const { icon, group = "civic", minZoom = 0 } = landmarkKinds[subclass] ?? {};
  const svg =
    folder === "landmark" ? icons[`/node_modules/@mapbox/maki/icons/${icon}.svg`] : undefined;
  if (theme === undefined || svg === undefined) return null;
  const paths = new Path2D();
  // Each by itself: a path may begin with a relative position. Line breaks are written as references.
  for (const [, d] of svg.matchAll(/\bd="([^"]+)"/g)) {
    paths.addPath(new Path2D(d.replace(/&#x[9A];/g, " ")));
  }
  const { [landmarkColour[group]]: colour, halo } = mapPalettes[theme];
  return createImage({ width: imageSize, height: imageSize }, (context) => {
    const signSize = minZoom < firstSmallZoom ? imageSize - 2 : iconSize;
    if (group === "transit") drawSign(context, colour, signSize);
    const size = group === "transit" ? Math.round(signSize * 0.7) : iconSize;
    context.translate((imageSize - size) / 2, (imageSize - size) / 2);
    context.scale(size / iconSize, size / iconSize);
    if (group !== "transit") {
      context.lineJoin = "round";
      context.lineWidth = 2.4;
      context.strokeStyle = halo;
      context.stroke(paths);
    }
    context.fillStyle = group === "transit" ? halo : colour;
    context.fill(paths);
  });
}

/** The ground of a sign of public transport. */
function drawSign(context: CanvasRenderingContext2D, colour: string, size: number): void {
  const margin = (imageSize - size) / 2;
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(margin, margin, size, size, size / 5);
  context.fill();
}
