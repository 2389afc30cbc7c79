import { type RefObject, useEffect, useState } from "react";

/** Whether somebody is at work in a frame within an element: a frame hides from us all but that it has the focus. */
export function useFocusInside(place: RefObject<HTMLElement | null>): boolean {
  const [inside, setInside] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = () => setInside(document.activeElement instanceof HTMLIFrameElement && !!place.current?.contains(document.activeElement));
    for (const name of ["blur", "focus"]) window.addEventListener(name, look, { signal });
    for (const name of ["focusin", "focusout"]) document.addEventListener(name, look, { signal });
    return () => leaving.abort();
  }, [place]);
  return inside;
}
