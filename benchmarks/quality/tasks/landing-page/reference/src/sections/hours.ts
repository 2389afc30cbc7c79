import { hours as days } from "../content";
import { html } from "../html";

export function hours() {
  const rows = days.map(
    (one) => html`<tr class="border-b border-line">
      <th class="py-3 pr-8 text-left font-medium" scope="row">${one.day}</th>
      <td class="py-3">${one.time}</td>
    </tr>`,
  );
  return html`<section aria-labelledby="hours-title" class="container-page py-16" id="hours">
    <h2 class="text-4xl font-bold tracking-tight" id="hours-title">Opening hours</h2>
    <table class="mt-8">
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}
