import { readFileSync } from "node:fs";
import type { SiteConfig } from "#server/config/config.ts";
import type { DrawnIcon } from "#server/map-picture/draw-preview.ts";

/** Brand colour and paper of `app/app.css`, as applications that are installed know them. */
export const ownColours = { brand: "#00646e", paper: "#f8fbfc" };

/** Our sign, where the operator has none: a figure on a ground of our colour. */
const signFile = "public/favicon.svg";

/** What the sign is written with, and what takes its place where the picture is cut to a shape by others. */
const roundCorners = ' rx="8"';
const figurePlace = "translate(5 5) scale(.9167)";
const smallerFigurePlace = "translate(8.7 8.7) scale(.61)";

/** Our sign as an SVG file, in the operator's colour (docs/product#look-of-the-operator). */
export function brandedIcon({ colour }: Pick<SiteConfig, "colour">): string {
  return readFileSync(signFile, "utf8").replace(ownColours.brand, colour ?? ownColours.brand);
}

/** Our sign as the pictures that browsers and telephones ask for, by their addresses. */
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
