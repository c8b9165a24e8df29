/** Page for frames on other sites (docs/product#embed). */
export const embedPath = "/embed";

/** Whether a path is that of the page for frames or of its data. The start of every page includes this check. */
export function isEmbedPath(path: string): boolean {
  return /^\/embed(\/*|\.data)$/.test(path);
}

/** Page that generates the snippet for other sites (docs/product#for-your-website). */
export const websitePath = "/for-your-website";
