import { useState } from "react";
import { expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { PinControls } from "./pin-controls.tsx";

function Controls() {
  const [pin, setPin] = useState<Coordinates | null>(null);
  return (
    <>
      <PinControls value={pin} hasMap onSetHere={() => {}} onChange={setPin} />
      <output>{pin?.join()}</output>
    </>
  );
}

it("takes typed coordinates, and refuses those out of range", async () => {
  const { user, getByRole, getByText, getAllByRole } = renderPage(<Controls />);
  await user.click(getByText("Koordináták beírása", { selector: "summary *" }));
  const latitude = getByRole("textbox", { name: "Szélességi fok" });
  await user.type(latitude, "91{Enter}");
  expect(latitude.getAttribute("aria-invalid")).toBe("true");
  const message = document.getElementById(latitude.getAttribute("aria-describedby") ?? "");
  expect(message?.textContent).toContain("Tizedes fokokat írj be");
  expect(getAllByRole("alert")).toContain(message);
  expect(getByRole("status").textContent).toBe("");
  await user.clear(latitude);
  await user.paste("46,2530101; 20,1414");
  expect(latitude.getAttribute("aria-invalid")).toBeNull();
  await user.keyboard("{Enter}");
  expect(getByRole("status").textContent).toBe("20.1414,46.25301");
  expect(latitude).toHaveProperty("value", "46.25301");
});
