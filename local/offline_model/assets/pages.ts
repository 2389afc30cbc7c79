/** Pages: a section with `data-view` is shown alone while the address ends in its name (#team). */
import "./styles/pages.css";

function show(): void {
  const wanted = decodeURIComponent(location.hash.slice(1));
  document.documentElement.dataset.page = wanted;
  const section = document.getElementById(wanted);
  if (section?.hasAttribute("data-view")) window.scrollTo(0, 0);
  else section?.scrollIntoView();
}

window.addEventListener("hashchange", show);
show();
