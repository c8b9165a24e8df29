/** Whether an address leads to the machine on which it is opened, and nowhere from another one. */
export function isOfOwnMachine(address: string | URL): boolean {
  const { hostname } = new URL(address);
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
