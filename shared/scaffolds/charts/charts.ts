// @scaffold charts
import Chart from "chart.js/auto";
import { el, notReady, section, show } from "../common/dom";
import { numbers } from "./numbers";

/** Numbers as bars, and as a table for who cannot see them. */
export function mountCharts(place: Element | null): () => void {
  const { title, unit, rows } = numbers;
  if (!place || rows.length === 0) return show(place, section("charts", title, notReady("This chart")));
  const canvas = el("canvas", { role: "img", "aria-label": `${title}: ${rows.length} values, see the table below.` });
  const leave = show(place, section("charts", title, el("div", {}, canvas), table()));
  const accent = getComputedStyle(canvas).getPropertyValue("--accent").trim() || "#2747d8";
  const chart = new Chart(canvas, {
    type: "bar",
    data: {
      labels: rows.map((row) => row.label),
      datasets: [{ label: unit, data: rows.map((row) => row.value), backgroundColor: accent }],
    },
    options: { animation: false, plugins: { legend: { display: false } } },
  });
  return () => {
    chart.destroy();
    leave();
  };
}

function table(): HTMLElement {
  const body = numbers.rows.map((row) =>
    el("tr", {}, el("th", { scope: "row" }, row.label), el("td", {}, row.value.toLocaleString())),
  );
  const head = el("tr", {}, el("th", { scope: "col" }, "What"), el("th", { scope: "col" }, numbers.unit));
  return el("details", {}, el("summary", {}, "As a table"), el("table", {}, el("thead", {}, head), el("tbody", {}, ...body)));
}
