import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { buttonLook, type Look } from "@/ui/buttonLook";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement>, Pick<Look, "look" | "pill"> {
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button with words. It keeps its focus while it waits: `aria-disabled`, not `disabled`, says that it cannot be used. A
 * double click is one wish: its second click does nothing, neither here nor on what has come into this place.
 */
export function Button({ look, pill, icon, className, children, onClick, ...rest }: Props) {
  const once = (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      className={buttonLook({ look, pill, className })}
      {...rest}
      onClick={once}
    >
      {icon}
      {children}
    </button>
  );
}
