import { act, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { ForgotPasswordPage } from "./forgot-password.tsx";
import { LoginPage } from "./login.tsx";
import { ResetPage } from "./mail-link.tsx";
import { RegisterPage } from "./register.tsx";

const result = { code: "error.emptyemail" } as const;
const message = "Add meg az e-mail-címed.";
const login = { hasGoogle: false, openIdName: null, hasOpenIdFailed: false };

const pages = {
  login: <LoginPage {...login} result={result} />,
  register: <RegisterPage openIdName={null} result={result} />,
  "forgotten password": <ForgotPasswordPage isSent={false} result={result} />,
};

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe.each(Object.entries(pages))("the message of a failure: %s", (_, page) => {
  function renderFailure() {
    const { getByRole, queryByRole, getAllByText } = renderPage(page);
    const alert = getByRole("alert");
    // In words once.
    expect(alert.contains(getAllByText(message)[0])).toBe(true);
    expect(getAllByText(message)).toHaveLength(1);
    const isOpen = () => queryByRole("alert") !== null;
    return { alert, isOpen, closeButton: getByRole("button", { name: "Bezárás" }) };
  }

  it("closes after five seconds; its text stays at the marked field", async () => {
    const { alert, isOpen } = renderFailure();
    await pass(4_999);
    expect(isOpen()).toBe(true);
    await pass(1);
    expect(isOpen()).toBe(false);
    const field = document.querySelector("input[name=email]");
    expect(field?.getAttribute("aria-invalid")).toBe("true");
    expect(alert.querySelector("p")?.id).toBe(field?.getAttribute("aria-describedby"));
    // Nothing moves.
    expect(alert.textContent).toContain(message);
    expect(alert.classList.contains("invisible")).toBe(false);
    if (field) fireEvent.input(field);
    expect(alert.classList.contains("invisible")).toBe(true);
  });

  it("is above the form where it is about no field, and keeps its room", async () => {
    const { getByRole } = renderPage(
      <LoginPage {...login} result={{ code: "error.toomanyrequests" }} />,
    );
    const alert = getByRole("alert");
    expect(alert.nextElementSibling?.contains(getByRole("textbox"))).toBe(true);
    await pass(5_000);
    expect(alert.classList.contains("invisible")).toBe(true);
  });

  it("stays while the pointer or the focus is on it, and closes by its button", async () => {
    const { alert, isOpen, closeButton } = renderFailure();
    await pass(2_000);
    fireEvent.mouseEnter(alert);
    await pass(20_000);
    expect(isOpen()).toBe(true);
    fireEvent.mouseLeave(alert);
    fireEvent.focus(closeButton);
    await pass(20_000);
    expect(isOpen()).toBe(true);
    fireEvent.blur(closeButton);
    await pass(2_999);
    expect(isOpen()).toBe(true);
    fireEvent.click(closeButton);
    expect(isOpen()).toBe(false);
  });
});

it("stays on the page of a reset link, whose form is not sent again at once", async () => {
  const check = { ok: true, email: "anna@example.org" } as const;
  const { getByRole } = renderPage(
    <ResetPage
      check={check}
      result={{ code: "error.characters" }}
      isDone={false}
      continuePath="/login"
    />,
  );
  await pass(60_000);
  expect(getByRole("alert").classList.contains("invisible")).toBe(false);
});
