import { describe, expect, it } from "vitest";
import { provenSubject } from "./configure-auth.ts";

const tokenOf = (claims: object) =>
  `header.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

describe("provenSubject", () => {
  it.each<[string, object, string]>([
    ["of a token for us", { sub: "anna", aud: "us" }, "anna"],
    ["of a token for us, in a list", { sub: "anna", aud: ["us"] }, "anna"],
    ["of a token that was issued to us", { sub: "anna", aud: ["us", "x"], azp: "us" }, "anna"],
    ["of a token for several, issued to nobody", { sub: "anna", aud: ["us", "x"] }, ""],
    ["of a token that was issued to another", { sub: "anna", aud: "us", azp: "x" }, ""],
    ["that is empty", { sub: "", aud: "us" }, ""],
    ["that is blank", { sub: " ", aud: "us" }, ""],
    ["that is missing", { aud: "us" }, ""],
    ["that is no text", { sub: 7, aud: "us" }, ""],
  ])("%s", (_, claims, subject) => {
    expect(provenSubject(tokenOf(claims), "us")).toBe(subject);
  });

  it("is none without a token", () => {
    expect(provenSubject(undefined, "us")).toBe("");
    expect(provenSubject("opaque", "us")).toBe("");
  });
});
