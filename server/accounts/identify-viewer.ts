import type { Config } from "#server/config/config.ts";
import type { Caller } from "./caller.ts";
import type { Identity } from "./identity.ts";
import { type Viewer, visitor } from "./viewer.ts";

interface IdentifyDeps {
  readonly identity: Pick<Identity, "findSession">;
  readonly config: Pick<Config, "administratorUserId">;
}

/** Who asks, and the cookies that renew the session, for the answer. */
export async function identifyViewer(
  { identity, config }: IdentifyDeps,
  caller: Caller,
): Promise<{ viewer: Viewer; setCookies: readonly string[] }> {
  const { signedIn, setCookies } = await identity.findSession(caller);
  if (signedIn === null) return { viewer: visitor, setCookies };
  const { id, email } = signedIn;
  const viewer = { userId: id, email, isAdministrator: id === config.administratorUserId };
  return { viewer, setCookies };
}
