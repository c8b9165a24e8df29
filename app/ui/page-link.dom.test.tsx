import { fireEvent } from "@testing-library/react";
import { useLocation, useNavigationType } from "react-router";
import { expect, it } from "vitest";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { PageLink, type PageLinkProps } from "./page-link.tsx";

function Shown() {
  const { pathname, search, state } = useLocation();
  return <output>{`${useNavigationType()} ${pathname}${search} ${state}`}</output>;
}

/** Presses a link on `/`; whether that was left to the browser, and what the page then shows. */
function press(link: Partial<PageLinkProps> = {}, event: MouseEventInit = {}) {
  const Component = () => (
    <>
      <PageLink to="/list?page=2" {...link}>
        go
      </PageLink>
      <Shown />
    </>
  );
  const { getByText, getByRole } = renderPage([
    { path: "/", Component },
    { path: "/list", Component },
  ]);
  let isLeft = false;
  const see = (click: Event) => {
    isLeft = !click.defaultPrevented;
    click.preventDefault();
  };
  window.addEventListener("click", see, { once: true });
  fireEvent.click(getByText("go"), event);
  return { isLeft, shown: () => getByRole("status").textContent };
}

it("opens its page in place", async () => {
  const { isLeft, shown } = press({ state: "chosen" });
  expect(isLeft).toBe(false);
  await expect.poll(shown).toBe("PUSH /list?page=2 chosen");
});

it.each([
  ["replaces this page where it is to", { replace: true }, "REPLACE /list?page=2 null"],
  ["replaces a page of the same URL", { to: "/" }, "REPLACE / null"],
  ["keeps a page of the same URL where it is to", { to: "/", replace: false }, "PUSH / null"],
])("%s", async (_, link, expected) => {
  const { shown } = press(link);
  await expect.poll(shown).toBe(expected);
});

it.each<[string, Partial<PageLinkProps>, MouseEventInit]>([
  ["a press for another tab", {}, { ctrlKey: true }],
  ["a press for another window", {}, { shiftKey: true }],
  ["a press of another button", {}, { button: 1 }],
  ["another frame", { target: "_blank" }, {}],
  ["a page that is to load anew", { reloadDocument: true }, {}],
])("leaves %s to the browser", async (_, link, event) => {
  const { isLeft, shown } = press(link, event);
  expect(isLeft).toBe(true);
  expect(shown()).toBe("POP / null");
});

it("does nothing more where its owner has handled the press", () => {
  const { isLeft, shown } = press({ onClick: (event) => event.preventDefault() });
  expect(isLeft).toBe(false);
  expect(shown()).toBe("POP / null");
});
