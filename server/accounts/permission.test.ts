import { describe, expect, it } from "vitest";
import { isDatabaseAway } from "#server/database/database-errors.ts";
import { accountIdOf, type Capability, permissionFailure, visitorRightsOf } from "./permission.ts";
import { unreadViewer, type Viewer, visitor } from "./viewer.ts";

const user: Viewer = { userId: "anna", email: "anna@example.org", role: "user" };
const moderator: Viewer = { userId: "misi", email: "misi@example.org", role: "moderator" };
const administrator: Viewer = { userId: "kata", email: "kata@example.org", role: "administrator" };

describe("permissionFailure", () => {
  it.each<[Capability]>([
    ["addPlace"],
    ["reviewPlace"],
    ["getDirections"],
    ["openInMapsService"],
    ["findSimilarPlaces"],
    ["confirmPlace"],
    ["reportPlace"],
    ["reportReview"],
    ["correctAddress"],
  ])("lets every signed-in visitor %s", (capability) => {
    expect(permissionFailure(visitor, capability)).toBe("error.signin");
    expect(permissionFailure(user, capability)).toBeNull();
    expect(permissionFailure(administrator, capability)).toBeNull();
  });

  it.each<[Capability]>([
    ["seeUnacceptedPlaces"],
    ["acceptPlace"],
    ["deletePlace"],
    ["restorePlace"],
    ["setPlacePosition"],
    ["deleteAnyReview"],
    ["moderate"],
  ])("lets staff alone %s", (capability) => {
    expect(permissionFailure(visitor, capability)).toBe("error.signin");
    expect(permissionFailure(user, capability)).toBe("error.forbidden");
    expect(permissionFailure(moderator, capability)).toBeNull();
    expect(permissionFailure(administrator, capability)).toBeNull();
  });

  it.each<[Capability]>([
    ["seeContributors"],
    ["disableAccount"],
    ["removeSent"],
    ["appointModerators"],
  ])("lets the administrator alone %s", (capability) => {
    expect(permissionFailure(visitor, capability)).toBe("error.signin");
    expect(permissionFailure(user, capability)).toBe("error.forbidden");
    expect(permissionFailure(moderator, capability)).toBe("error.forbidden");
    expect(permissionFailure(administrator, capability)).toBeNull();
  });
});

describe("permissionFailure with rights of visitors", () => {
  const led = visitorRightsOf({ visitorDirections: true, visitorReports: false });
  const heard = visitorRightsOf({ visitorDirections: false, visitorReports: true });
  const none = visitorRightsOf({ visitorDirections: false, visitorReports: false });

  it.each<[Capability]>([["getDirections"], ["openInMapsService"]])(
    "lets everyone %s where the operator says so",
    (capability) => {
      expect(permissionFailure(visitor, capability, led)).toBeNull();
      expect(permissionFailure(unreadViewer, capability, led)).toBeNull();
      expect(permissionFailure(visitor, capability, none)).toBe("error.signin");
      expect(permissionFailure(user, capability, none)).toBeNull();
    },
  );

  it.each<[Capability]>([["confirmPlace"], ["reportPlace"], ["reportReview"]])(
    "lets everyone %s unless the operator says no",
    (capability) => {
      expect(permissionFailure(visitor, capability, heard)).toBeNull();
      expect(permissionFailure(visitor, capability, none)).toBe("error.signin");
      expect(permissionFailure(visitor, capability, led)).toBe("error.signin");
    },
  );

  it("gives visitors nothing else", () => {
    expect(permissionFailure(visitor, "reviewPlace", heard)).toBe("error.signin");
    expect(permissionFailure(visitor, "correctAddress", heard)).toBe("error.signin");
    expect(permissionFailure(visitor, "addPlace", led)).toBe("error.signin");
    expect(permissionFailure(user, "moderate", led)).toBe("error.forbidden");
  });
});

it.each([
  ["who they are", () => accountIdOf(unreadViewer)],
  ["whether they may add a place", () => permissionFailure(unreadViewer, "addPlace")],
  ["whether they are the administrator", () => permissionFailure(unreadViewer, "moderate")],
])("does not know of someone whose session could not be read %s", (_, ask) => {
  expect(ask).toThrow(expect.toSatisfy(isDatabaseAway));
});
