import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/**
 * Compresses the built client files once, as well as it goes, so that the server only picks one:
 * beside each file worth it stand `file.br` and `file.gz`.
 */
const folder = fileURLToPath(new URL("../build/client", import.meta.url));
const compressible = new Set([".css", ".html", ".js", ".json", ".mjs", ".svg", ".webmanifest"]);
const minimumBytes = 1024;

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((name) => path.join(folder, name))
  .filter((file) => compressible.has(path.extname(file)) && statSync(file).isFile());

for (const file of files) {
  const content = readFileSync(file);
  if (content.length < minimumBytes) continue;
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: size }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
