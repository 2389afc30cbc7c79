// @scaffold map
import { circleMarker, map as draw, tileLayer } from "leaflet";
import "leaflet/dist/leaflet.css";
import { el, notReady, section, setting, show } from "../common/dom";

const latitude = coordinate(import.meta.env.VITE_MAP_LATITUDE, 90);
const longitude = coordinate(import.meta.env.VITE_MAP_LONGITUDE, 180);
const label = setting(import.meta.env.VITE_MAP_LABEL) || "We are here";

/** A map with one place on it. */
export function mountMap(place: Element | null): () => void {
  if (!place || latitude === null || longitude === null) {
    return show(place, section("map", "How to find us", notReady("The map")));
  }
  const frame = el("div", { class: "feature-map" });
  const words = el("p", {}, `${label} (${latitude}, ${longitude})`);
  const leave = show(place, section("map", "How to find us", words, frame));
  const map = draw(frame, { scrollWheelZoom: false }).setView([latitude, longitude], 15);
  const attribution = "&copy; OpenStreetMap contributors";
  tileLayer("https://tile.openstreetmap.org/{z}/{x}/{y}.png", { maxZoom: 19, attribution }).addTo(map);
  circleMarker([latitude, longitude], { radius: 10 }).bindTooltip(el("span", {}, label)).addTo(map);
  return () => {
    map.remove();
    leave();
  };
}

function coordinate(value: unknown, most: number): number | null {
  const text = setting(value);
  const number = Number(text);
  return text && Math.abs(number) <= most ? number : null;
}
