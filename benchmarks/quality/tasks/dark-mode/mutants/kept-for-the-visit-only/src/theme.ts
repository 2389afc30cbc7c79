/** Light or dark: what the person chose, else what their system says. */
export type Theme = "light" | "dark";

let kept: Theme | null = null;

export function theme(): Theme {
  const chosen = kept;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Show the theme, and let the button in the header switch it. */
export function startTheme() {
  const button = document.querySelector<HTMLButtonElement>("#theme-switch")!;

  function show() {
    const dark = theme() === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.setAttribute("aria-pressed", String(dark));
  }

  button.addEventListener("click", () => {
    kept = theme() === "dark" ? "light" : "dark";
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
}
