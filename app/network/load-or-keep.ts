import { answerTimeoutMs } from "./ask-server.ts";
import { reportFailedLoad } from "./connection-events.ts";
import { withTimeout } from "./with-timeout.ts";

interface Loading<Data> {
  readonly request: Request;
  readonly serverLoader: () => Promise<Data>;
}

/**
 * Data of a route from its server's loader, or what the page has already where no whole answer comes in
 * time. So a connection that is lost costs a visitor nothing that is on the screen.
 *
 * @param kept what the page shows instead; null where it shows nothing of this route yet
 * @throws what the loader threw, where there is nothing to keep, the visitor has gone on, or the server
 *   answers with a redirect
 */
export async function loadOrKeep<Data>(
  { request, serverLoader }: Loading<Data>,
  kept: Data | null,
): Promise<Data> {
  const { signal } = request;
  try {
    return await withTimeout({ limitMs: answerTimeoutMs, signal }, () => serverLoader());
  } catch (error) {
    if (kept === null || signal.aborted || error instanceof Response) throw error;
    reportFailedLoad();
    return kept;
  }
}
