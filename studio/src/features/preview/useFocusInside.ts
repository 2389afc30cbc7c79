import { type RefObject, useEffect, useState } from "react";

/** Whether somebody is at work in a frame within an element: a frame hides from us all but that it has the focus. */
export function useFocusInside(place: RefObject<HTMLElement | null>): boolean {
  const [inside, setInside] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = () => setInside(document.activeElement instanceof HTMLIFrameElement && !!place.current?.contains(document.activeElement));
    window.addEventListener("focus", look, { signal });
    // A page that takes the focus by itself gives it back at once.
    window.addEventListener("blur", () => setTimeout(look), { signal });
    for (const name of ["focusin", "focusout"]) document.addEventListener(name, look, { signal });
    return () => leaving.abort();
  }, [place]);
  return inside;
}
