import type { ReactNode, Ref } from "react";
import { buttonLook, type Look } from "@/ui/buttonLook";

interface Props extends Look {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
  icon?: ReactNode;
  children: ReactNode;
}

/** What a button would be, where it leads out of the Studio, into a tab of its own. */
export function LinkButton({ href, ref, icon, children, ...look }: Props) {
  return (
    <a ref={ref} href={href} target="_blank" rel="noopener noreferrer" className={buttonLook(look)}>
      {icon}
      {children}
    </a>
  );
}
