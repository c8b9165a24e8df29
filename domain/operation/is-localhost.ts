/** Whether a URL leads to the machine on which it is opened (loopback), so that other machines cannot use it. */
export function isLocalhost(url: string | URL): boolean {
  const { hostname } = new URL(url);
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
