import { createCanvas, loadImage } from "@napi-rs/canvas";
import decodeQR from "qr/decode.js";

/**
 * The text of the QR code in a picture, as a phone's camera would read it.
 *
 * @throws {Error} where there is none that can be read
 */
export async function readQrCode(picture: Buffer): Promise<string> {
  const image = await loadImage(picture);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return decodeQR({ width, height, data }, { timeLimit: 5_000 });
}
