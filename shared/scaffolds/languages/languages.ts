// @scaffold languages
import { createInstance } from "i18next";
import { el, section, show } from "../common/dom";
import { words } from "./words";

const KEPT = "feature.language";
const NAMES = { en: "English", de: "Deutsch" } as const;
type Language = keyof typeof NAMES;

const translator = createInstance();
void translator.init({
  lng: chosen(),
  fallbackLng: "en",
  initAsync: false,
  resources: Object.fromEntries(Object.entries(words).map(([language, translation]) => [language, { translation }])),
  interpolation: { escapeValue: false },
});

/** The words of a key in the visitor's language, as plain text: `t("greeting", { name })`. */
export function t(key: keyof (typeof words)["en"], values: Record<string, string | number> = {}): string {
  return translator.t(key, values);
}

/** A choice of language, and a greeting to see it by. */
export function mountLanguages(place: Element | null): () => void {
  const draw = () => {
    document.documentElement.lang = translator.language;
    const options = Object.entries(NAMES).map(([code, name]) =>
      el("option", { value: code, selected: code === translator.language }, name),
    );
    const select = el("select", { change: (event) => void choose((event.target as HTMLSelectElement).value) }, ...options);
    const field = el("label", { class: "feature-field" }, t("language"), select);
    show(place, section("languages", t("title"), el("p", {}, t("greeting")), field));
  };
  const choose = async (language: string) => {
    keep(language);
    await translator.changeLanguage(language);
    draw();
    place?.querySelector("select")?.focus();
  };
  draw();
  return () => place?.replaceChildren();
}

function chosen(): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // A browser that keeps nothing is asked for its own language each time.
  }
  const wanted = [kept ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find((tag): tag is Language => tag in NAMES) ?? "en";
}

function keep(language: string): void {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // See above.
  }
}
