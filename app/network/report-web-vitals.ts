import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";

/** Sends the page's speed to the product's own server, once for each measure when it is final. */
export function reportWebVitals(): void {
  if (document.querySelector("meta[name=web-vitals]")) return;
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(send);
}

function send({ name, value, id, rating, navigationType }: MetricType): void {
  const body = JSON.stringify({
    name,
    value,
    id,
    rating,
    navigationType,
    path: location.pathname,
  });
  navigator.sendBeacon("/api/v1/vitals", new Blob([body], { type: "application/json" }));
}
