const OWN = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether an address names the computer that it is opened on: no other device finds the page there. */
export function opensHereOnly(url: string): boolean {
  return URL.canParse(url) && OWN.test(new URL(url).hostname);
}
