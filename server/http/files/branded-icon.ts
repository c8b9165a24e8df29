import { readFileSync } from "node:fs";
import type { SiteConfig } from "#server/config/config.ts";
import type { DrawnIcon } from "#server/map-picture/draw-map-picture.ts";

/** Brand and paper colours of `app/app.css`, for the web app manifest. */
export const ownColours = { brand: "#00646e", paper: "#f8fbfc" };

/** Default icon: a figure on a ground of our colour. */
const iconFile = "public/favicon.svg";

/** Parts of the icon's file, and their replacements for icons that the system cuts to its own shape. */
const roundCorners = ' rx="8"';
const figurePlace = "translate(5 5) scale(.9167)";
const smallerFigurePlace = "translate(8.7 8.7) scale(.61)";

/** Default icon as SVG, in the operator's colour (docs/product#look-of-the-operator). */
export function brandedIcon({ colour }: Pick<SiteConfig, "colour">): string {
  return readFileSync(iconFile, "utf8").replace(ownColours.brand, colour ?? ownColours.brand);
}

/** The icon in the formats that browsers and phones request, by path. */
export function brandedIconPictures(
  site: Pick<SiteConfig, "colour">,
): ReadonlyMap<string, DrawnIcon> {
  const svg = brandedIcon(site);
  const square = svg.replace(roundCorners, "");
  return new Map([
    ["/favicon.ico", { svg, side: 32 }],
    ["/icon-192.png", { svg, side: 192 }],
    ["/icon-512.png", { svg, side: 512 }],
    ["/icon-512-maskable.png", { svg: square.replace(figurePlace, smallerFigurePlace), side: 512 }],
    ["/apple-touch-icon.png", { svg: square, side: 180 }],
  ]);
}
