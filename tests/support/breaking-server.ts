import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface BreakingServer extends AsyncDisposable {
  /** Answers anything with headers and the beginning of a body, then breaks the connection. */
  readonly breakingUrl: string;
  /** Answers so too, but the rest of the body never comes, nor does an end. */
  readonly stallingUrl: string;
}

/** A connection as bad as they get: what `page.route` can't do, because it answers all or nothing. */
export async function startBreakingServer(): Promise<BreakingServer> {
  const server = createServer((request, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.write('{"places":[', () => {
      if (request.url === "/breaking") response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    breakingUrl: `http://localhost:${port}/breaking`,
    stallingUrl: `http://localhost:${port}/stalling`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
