import { useEffect, useReducer, useRef } from "react";

/** A form whose first marked field can be asked to have the focus: with the drawing that marks it, or a later one. What is typed meanwhile calls that off. */
export function useFaultFocus() {
  const form = useRef<HTMLFormElement>(null);
  const seeks = useRef(false);
  const [, draw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const marked = seeks.current ? form.current?.querySelector<HTMLElement>("[aria-invalid=true]") : null;
    if (!marked) return;
    seeks.current = false;
    marked.focus();
  });
  const toFault = () => {
    seeks.current = true;
    draw();
  };
  return { form: { ref: form, onInput: () => void (seeks.current = false) }, toFault };
}
