// What a person with eyes, a keyboard or a screen reader would stumble over on the page as it is now.
async () => {
  const found = [];
  const name = (element) => {
    const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
    return `${element.localName} "${words.trim().slice(0, 60)}"`;
  };
  const { violations } = await axe.run(document, { resultTypes: ["violations"], elementRef: false });
  for (const { id, nodes } of violations)
    for (const node of nodes) found.push(`axe ${id}: ${node.target.join(" ")} ${node.failureSummary.split("\n")[1] ?? ""}`);

  const root = document.scrollingElement;
  if (root.scrollWidth > root.clientWidth) found.push(`the page scrolls sideways: ${root.scrollWidth} of ${root.clientWidth}`);

  const scrolls = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX === "auto" || overflowX === "scroll") return true;
    }
    return false;
  };
  const hidden = (element, box) => box.width <= 1 || box.height <= 1 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  for (const element of document.body.querySelectorAll("*")) {
    if (![...element.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim())) continue;
    const box = element.getBoundingClientRect();
    if (hidden(element, box) || element.closest("svg, [aria-hidden=true]")) continue;
    const style = getComputedStyle(element);
    const clips = ["hidden", "clip"].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
    if (clips && style.textOverflow !== "ellipsis" && style.webkitLineClamp === "none") found.push(`cut without ellipsis: ${name(element)}`);
    if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls(element)) found.push(`beyond the edge: ${name(element)}`);
  }
  // What scrolls up and down scrolls sideways too, unless it is meant to, which its class says.
  for (const element of document.querySelectorAll("*")) {
    const { overflowX } = getComputedStyle(element);
    const meant = /overflow-(x|auto)|cm-scroller/.test(element.getAttribute("class")) || element.localName === "textarea";
    if (["auto", "scroll"].includes(overflowX) && !meant && element.scrollWidth > element.clientWidth + 1) found.push(`scrolls sideways: ${name(element)} ${element.getAttribute("class")}`);
  }
  const target = (element) => {
    const after = getComputedStyle(element, "::after");
    if (after.position !== "absolute") return (element.closest("label") ?? element).getBoundingClientRect();
    let around = element;
    while (getComputedStyle(around).position === "static") around = around.parentElement;
    const { top, bottom } = around.getBoundingClientRect();
    return { height: bottom - parseFloat(after.bottom) - top - parseFloat(after.top) };
  };
  const LEAST = 43.5;
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  for (const element of innerWidth < 768 ? (dialog ?? document).querySelectorAll("button, a[href], input, select, textarea, summary, [role=slider]") : []) {
    if (hidden(element, (element.closest("label") ?? element).getBoundingClientRect()) || getComputedStyle(element).display === "inline") continue;
    const { height } = target(element);
    if (height < LEAST) found.push(`${height} pixels for a finger: ${name(element)}`);
  }
  for (const frame of document.querySelectorAll("iframe")) {
    const inner = frame.checkVisibility() && frame.contentDocument?.querySelector("iframe")?.getBoundingClientRect();
    if (inner && (inner.width < frame.clientWidth || inner.height < frame.clientHeight)) found.push(`a page of ${inner.width} x ${inner.height} in ${name(frame)} of ${frame.clientWidth} x ${frame.clientHeight}`);
  }
  return found;
}
