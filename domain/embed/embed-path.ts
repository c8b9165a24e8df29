/** Page for frames on other sites (docs/product#embed). */
export const embedPath = "/embed";

/** Whether a path is that of the page for frames, or of its data; every page starts with this. */
export function isEmbedPath(path: string): boolean {
  return /^\/embed(\/*|\.data)$/.test(path);
}

/** Page that makes the lines for other sites (docs/product#for-your-website). */
export const websitePath = "/for-your-website";
