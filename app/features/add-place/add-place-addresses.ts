/** The list's address with the form open: `/places?add=1`. */
export function openFormAddress(listAddress: string): string {
  return withFlag(listAddress, "add");
}

/** The list's address after a place was added that waits for acceptance: it says so. */
export function addedAddress(listAddress: string): string {
  return withFlag(listAddress, "added");
}

export function isFormAsked(search: string): boolean {
  return new URLSearchParams(search).has("add");
}

export function isJustAdded(search: string): boolean {
  return new URLSearchParams(search).has("added");
}

function withFlag(address: string, flag: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${flag}=1`;
}
