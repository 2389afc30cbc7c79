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
  return found;
}
