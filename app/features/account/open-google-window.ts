import { googleWindowAddress } from "./google-addresses.ts";

const size = { width: 500, height: 640 };

/** Opens Google's sign-in in a window of its own; false where the browser blocks that. */
export function openGoogleWindow(): boolean {
  const left = Math.round(window.screenX + (window.outerWidth - size.width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - size.height) / 2);
  const features = `popup,width=${size.width},height=${size.height},left=${left},top=${top}`;
  return window.open(googleWindowAddress, "mosdo-google", features) !== null;
}
