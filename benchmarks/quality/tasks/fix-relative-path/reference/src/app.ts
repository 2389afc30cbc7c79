import { gallery } from "./gallery";
import { html } from "./html";

const download = "/notes.txt";

export function app() {
  return html`<main class="container-page py-12" id="main">
    <h1 class="text-4xl font-bold tracking-tight">Six in the morning</h1>
    <ul class="mt-8 grid gap-5 md:grid-cols-3">
      ${gallery()}
    </ul>
    <p class="mt-8"><a class="underline" download href="${download}">Notes on the pictures</a></p>
  </main>`;
}
