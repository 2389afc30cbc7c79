import { questions as content } from "../content";
import { html } from "../html";

export function questions() {
  const items = content.map(
    (one) => html`<details open class="border-b border-line py-4">
      <summary class="min-h-11 cursor-pointer text-lg font-medium">${one.question}</summary>
      <p class="mt-2 max-w-xl text-muted">${one.answer}</p>
    </details>`,
  );
  return html`<section aria-labelledby="questions-title" class="container-page pb-20" id="questions">
    <h2 class="text-4xl font-bold tracking-tight" id="questions-title">Questions</h2>
    <div class="mt-8">${items}</div>
  </section>`;
}
