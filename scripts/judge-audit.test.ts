import { describe, expect, it } from "vitest";
import { judgeAudit } from "./judge-audit.ts";

const advisory = (id: string, severity: string) => ({
  source: 1,
  name: "left-pad",
  dependency: "left-pad",
  title: "pads to the left",
  url: `https://github.com/advisories/${id}`,
  severity,
  range: "<2",
});
const reportOf = (...via: (string | ReturnType<typeof advisory>)[]) => ({
  auditReportVersion: 2,
  vulnerabilities: { "left-pad": { name: "left-pad", severity: "high", via } },
});

describe("judgeAudit", () => {
  it("passes without advisories", () => {
    const nothing = { unlisted: [], notices: [], outdated: [] };
    expect(judgeAudit({ vulnerabilities: {} }, {})).toEqual(nothing);
  });

  it.each([
    ["low", 0],
    ["moderate", 0],
    ["high", 1],
    ["critical", 1],
  ])("of severity %s has %d to mend", (severity, count) => {
    const { unlisted, notices } = judgeAudit(reportOf(advisory("GHSA-1", severity)), {});
    expect(unlisted).toHaveLength(count);
    expect(notices).toHaveLength(1 - count);
    expect([...unlisted, ...notices][0]).toBe(`GHSA-1 (${severity}): left-pad: pads to the left`);
  });

  it("accepts a listed one, with its reason, and reports an unneeded entry", () => {
    const report = reportOf(advisory("GHSA-1", "critical"), advisory("GHSA-1", "critical"));
    const verdict = judgeAudit(report, { "GHSA-1": "it pads no secret", "GHSA-2": "gone" });
    expect(verdict.unlisted).toEqual([]);
    expect(verdict.notices).toEqual([
      "GHSA-1 (critical): left-pad: pads to the left; stays, since it pads no secret",
    ]);
    expect(verdict.outdated).toEqual(["GHSA-2"]);
  });

  it("counts a package that only depends on another one once, with that one", () => {
    const report = {
      vulnerabilities: {
        ...reportOf(advisory("GHSA-1", "high")).vulnerabilities,
        pad: { via: ["left-pad"] },
      },
    };
    expect(judgeAudit(report, {}).unlisted).toHaveLength(1);
  });
});
