// @scaffold install

/** Makes the app one that can be installed, and that opens without a network once it was visited. */
export function startInstall(): void {
  const base = import.meta.env.BASE_URL;
  if (!document.querySelector('link[rel="manifest"]')) {
    const link = document.createElement("link");
    link.rel = "manifest";
    link.href = `${base}manifest.webmanifest`;
    document.head.append(link);
  }
  if (!import.meta.env.PROD) return;
  try {
    navigator.serviceWorker?.register(`${base}sw.js`).catch(() => {});
  } catch {
    // A page in a closed frame has no workers: it works as before.
  }
}
