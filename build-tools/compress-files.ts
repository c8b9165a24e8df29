import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Minimum size of a compressed file; below it compression saves less than a packet. */
const minBytes = 1024;

/** Writes `x.br` and `x.gz` for each text file below `directory`, which the server sends unchanged. */
export async function compressFiles(directory: string): Promise<void> {
  const paths = globSync("**/*.{css,html,js,json,mjs,svg,txt,webmanifest,xml}", { cwd: directory });
  await Promise.all(paths.map((path) => compressFile(join(directory, path))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < minBytes) return;
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
