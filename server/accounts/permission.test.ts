import { describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import {
  accountIdOf,
  type Permission,
  permissionFailure,
  visitorPermissionsOf,
} from "./permission.ts";
import { unreadViewer, type Viewer, visitor } from "./viewer.ts";

const user: Viewer = { userId: "anna", email: "anna@example.org", role: "user" };
const moderator: Viewer = { userId: "misi", email: "misi@example.org", role: "moderator" };
const administrator: Viewer = { userId: "kata", email: "kata@example.org", role: "administrator" };

describe("permissionFailure", () => {
  it.each<[Permission]>([
    ["addPlace"],
    ["reviewPlace"],
    ["getDirections"],
    ["findSimilarPlaces"],
    ["confirmPlace"],
    ["reportPlace"],
    ["reportReview"],
    ["correctAddress"],
  ])("lets every signed-in visitor %s", (permission) => {
    expect(permissionFailure(visitor, permission)).toBe("error.signin");
    expect(permissionFailure(user, permission)).toBeNull();
    expect(permissionFailure(administrator, permission)).toBeNull();
  });

  it.each<[Permission]>([
    ["seeUnacceptedPlaces"],
    ["acceptPlace"],
    ["deletePlace"],
    ["restorePlace"],
    ["setPlacePosition"],
    ["deleteAnyReview"],
    ["moderate"],
  ])("lets staff alone %s", (permission) => {
    expect(permissionFailure(visitor, permission)).toBe("error.signin");
    expect(permissionFailure(user, permission)).toBe("error.forbidden");
    expect(permissionFailure(moderator, permission)).toBeNull();
    expect(permissionFailure(administrator, permission)).toBeNull();
  });

  it.each<[Permission]>([
    ["seeContributors"],
    ["disableAccount"],
    ["removeSent"],
    ["appointModerators"],
  ])("lets the administrator alone %s", (permission) => {
    expect(permissionFailure(visitor, permission)).toBe("error.signin");
    expect(permissionFailure(user, permission)).toBe("error.forbidden");
    expect(permissionFailure(moderator, permission)).toBe("error.forbidden");
    expect(permissionFailure(administrator, permission)).toBeNull();
  });
});

describe("permissionFailure with permissions of visitors", () => {
  const led = visitorPermissionsOf({ visitorDirections: true, visitorReports: false });
  const permissions = visitorPermissionsOf({ visitorDirections: false, visitorReports: true });
  const none = visitorPermissionsOf({ visitorDirections: false, visitorReports: false });

  it("lets everyone getDirections where the operator says so", () => {
    const permission = "getDirections";
    expect(permissionFailure(visitor, permission, led)).toBeNull();
    expect(permissionFailure(unreadViewer, permission, led)).toBeNull();
    expect(permissionFailure(visitor, permission, none)).toBe("error.signin");
    expect(permissionFailure(user, permission, none)).toBeNull();
  });

  it.each<[Permission]>([["confirmPlace"], ["reportPlace"], ["reportReview"]])(
    "lets everyone %s unless the operator says no",
    (permission) => {
      expect(permissionFailure(visitor, permission, permissions)).toBeNull();
      expect(permissionFailure(visitor, permission, none)).toBe("error.signin");
      expect(permissionFailure(visitor, permission, led)).toBe("error.signin");
    },
  );

  it("gives visitors nothing else", () => {
    expect(permissionFailure(visitor, "reviewPlace", permissions)).toBe("error.signin");
    expect(permissionFailure(visitor, "correctAddress", permissions)).toBe("error.signin");
    expect(permissionFailure(visitor, "addPlace", led)).toBe("error.signin");
    expect(permissionFailure(user, "moderate", led)).toBe("error.forbidden");
  });
});

it.each([
  ["who they are", () => accountIdOf(unreadViewer)],
  ["whether they may add a place", () => permissionFailure(unreadViewer, "addPlace")],
  ["whether they are the administrator", () => permissionFailure(unreadViewer, "moderate")],
])("does not know of someone whose session could not be read %s", (_, setting) => {
  expect(setting).toThrow(expect.toSatisfy(isDatabaseUnavailable));
});
