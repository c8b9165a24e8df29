import type { NewPlace } from "#domain/new-place.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { addAccount } from "./add-account.ts";
import type { TestApi } from "./test-api.ts";

/** Those who call, and the place that they call about. */
export interface WriteScene {
  readonly api: TestApi;
  readonly database: Database;
  readonly user: Viewer & { userId: string };
  readonly administrator: Viewer & { userId: string };
  readonly placeId: number;
}

/** Administrators have their addresses here, so that what they may can be told from what others may. */
export const administratorDomain = "administrator.test";

let scenes = 0;

/** Two people who have done nothing yet, and a place that nobody has said anything about. */
export async function setWriteScene(api: TestApi, database: Database): Promise<WriteScene> {
  const scene = ++scenes;
  const signIn = async (email: string, isAdministrator: boolean) => ({
    userId: await addAccount(database, email),
    email,
    isAdministrator,
  });
  const user = await signIn(`user-${scene}@example.org`, false);
  const administrator = await signIn(`person-${scene}@${administratorDomain}`, true);
  const added = await api.services.addPlace(placeOf(scene), administrator);
  if (!added.ok) throw new Error(added.code);
  return { api, database, user, administrator, placeId: added.place.id };
}

function placeOf(scene: number): NewPlace {
  return {
    country: "HU",
    city: "Budapest",
    address: `Színpad utca ${scene}.`,
    price: null,
    fee: "free",
    comments: "",
    accessible: true,
    public: true,
    latitude: 47.5,
    longitude: 19.05,
    opening_times: Array<string>(7).fill("-"),
  };
}
