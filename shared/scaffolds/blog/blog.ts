// @scaffold blog
import DOMPurify from "dompurify";
import { marked } from "marked";
import { el, notReady, section, show } from "../common/dom";
import { type Post, posts } from "./posts";

/** Articles that are written in Markdown, newest first; the address remembers which one is open. */
export function mountBlog(place: Element | null): () => void {
  const draw = () => {
    const open = posts.find((post) => location.hash === `#post-${post.slug}`);
    show(place, open ? article(open) : section("blog", "Blog", overview()));
  };
  draw();
  window.addEventListener("hashchange", draw);
  return () => {
    window.removeEventListener("hashchange", draw);
    place?.replaceChildren();
  };
}

function overview(): HTMLElement {
  const newest = [...posts].sort((one, other) => other.date.localeCompare(one.date));
  const rows = newest.map((post) =>
    el("li", {}, el("a", { href: `#post-${post.slug}` }, post.title), el("p", {}, el("time", { datetime: post.date }, day(post)))),
  );
  return rows.length ? el("ul", { class: "feature-list" }, ...rows) : notReady("The blog");
}

function article(post: Post): HTMLElement {
  const text = el("div");
  text.innerHTML = DOMPurify.sanitize(marked.parse(post.text, { async: false }));
  const date = el("p", {}, el("time", { datetime: post.date }, day(post)));
  return section("blog", post.title, date, text, el("p", {}, el("a", { href: "#blog" }, "All articles")));
}

function day(post: Post): string {
  return new Date(`${post.date}T12:00:00`).toLocaleDateString(document.documentElement.lang || "en", { dateStyle: "long" });
}
