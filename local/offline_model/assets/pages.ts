/** Pages: a section with `data-view` is shown alone while the address ends in its name (#team). */
import "./styles/pages.css";

const pages = PAGES;

function show(): void {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const root = document.documentElement;
  if (pages.includes(wanted)) {
    root.dataset.page = wanted;
    window.scrollTo(0, 0);
  } else if (root.dataset.page) {
    delete root.dataset.page;
    document.getElementById(wanted)?.scrollIntoView();
  }
}

window.addEventListener("hashchange", show);
show();
