/** Whether the sheet stands at the side as a panel, as it does from 768 px (map-page.css). */
export function isPanel(): boolean {
  return matchMedia("(width >= 768px)").matches;
}
