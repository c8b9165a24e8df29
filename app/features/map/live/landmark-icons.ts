import amusementPark from "@mapbox/maki/icons/amusement-park.svg?raw";
import artGallery from "@mapbox/maki/icons/art-gallery.svg?raw";
import attraction from "@mapbox/maki/icons/attraction.svg?raw";
import beach from "@mapbox/maki/icons/beach.svg?raw";
import bus from "@mapbox/maki/icons/bus.svg?raw";
import castle from "@mapbox/maki/icons/castle.svg?raw";
import cinema from "@mapbox/maki/icons/cinema.svg?raw";
import college from "@mapbox/maki/icons/college.svg?raw";
import drinkingWater from "@mapbox/maki/icons/drinking-water.svg?raw";
import ferry from "@mapbox/maki/icons/ferry.svg?raw";
import garden from "@mapbox/maki/icons/garden.svg?raw";
import grocery from "@mapbox/maki/icons/grocery.svg?raw";
import hospital from "@mapbox/maki/icons/hospital.svg?raw";
import information from "@mapbox/maki/icons/information.svg?raw";
import library from "@mapbox/maki/icons/library.svg?raw";
import lighthouse from "@mapbox/maki/icons/lighthouse.svg?raw";
import lodging from "@mapbox/maki/icons/lodging.svg?raw";
import monument from "@mapbox/maki/icons/monument.svg?raw";
import museum from "@mapbox/maki/icons/museum.svg?raw";
import park from "@mapbox/maki/icons/park.svg?raw";
import pharmacy from "@mapbox/maki/icons/pharmacy.svg?raw";
import picnicSite from "@mapbox/maki/icons/picnic-site.svg?raw";
import pitch from "@mapbox/maki/icons/pitch.svg?raw";
import placeOfWorship from "@mapbox/maki/icons/place-of-worship.svg?raw";
import playground from "@mapbox/maki/icons/playground.svg?raw";
import police from "@mapbox/maki/icons/police.svg?raw";
import post from "@mapbox/maki/icons/post.svg?raw";
import rail from "@mapbox/maki/icons/rail.svg?raw";
import railLight from "@mapbox/maki/icons/rail-light.svg?raw";
import railMetro from "@mapbox/maki/icons/rail-metro.svg?raw";
import religiousBuddhist from "@mapbox/maki/icons/religious-buddhist.svg?raw";
import religiousChristian from "@mapbox/maki/icons/religious-christian.svg?raw";
import religiousJewish from "@mapbox/maki/icons/religious-jewish.svg?raw";
import religiousMuslim from "@mapbox/maki/icons/religious-muslim.svg?raw";
import school from "@mapbox/maki/icons/school.svg?raw";
import shop from "@mapbox/maki/icons/shop.svg?raw";
import stadium from "@mapbox/maki/icons/stadium.svg?raw";
import theatre from "@mapbox/maki/icons/theatre.svg?raw";
import townHall from "@mapbox/maki/icons/town-hall.svg?raw";
import viewpoint from "@mapbox/maki/icons/viewpoint.svg?raw";
import zoo from "@mapbox/maki/icons/zoo.svg?raw";
import { firstSmallZoom, landmarkColours, landmarkKinds } from "#domain/map/landmarks.ts";
import { mapThemes } from "#domain/map/map-palettes.ts";
import { streetPalettes } from "#domain/map/street-map-theme.ts";
import { createImage, type SharpImage } from "./markers.ts";

/** Icons of Maki (CC0 1.0) by their name: SVG of 15 by 15 with paths alone. */
const icons: Readonly<Record<string, string>> = {
  "amusement-park": amusementPark,
  "art-gallery": artGallery,
  attraction,
  beach,
  bus,
  castle,
  cinema,
  college,
  "drinking-water": drinkingWater,
  ferry,
  garden,
  grocery,
  hospital,
  information,
  library,
  lighthouse,
  lodging,
  monument,
  museum,
  park,
  pharmacy,
  "picnic-site": picnicSite,
  pitch,
  "place-of-worship": placeOfWorship,
  playground,
  police,
  post,
  rail,
  "rail-light": railLight,
  "rail-metro": railMetro,
  "religious-buddhist": religiousBuddhist,
  "religious-christian": religiousChristian,
  "religious-jewish": religiousJewish,
  "religious-muslim": religiousMuslim,
  school,
  shop,
  stadium,
  theatre,
  "town-hall": townHall,
  viewpoint,
  zoo,
};

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
  const svg = folder === "landmark" ? icons[icon ?? ""] : undefined;
  if (theme === undefined || svg === undefined) return null;
  const paths = new Path2D();
  // Each by itself: a path may begin with a relative position. Line breaks are written as references.
  for (const [, d] of svg.matchAll(/\bd="([^"]+)"/g)) {
    paths.addPath(new Path2D(d.replace(/&#x[9A];/g, " ")));
  }
  const colour = landmarkColours[theme][group];
  const { halo } = streetPalettes[theme];
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
