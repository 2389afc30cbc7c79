import type { ReactNode } from "react";
import type { PictureName } from "./drawings";
import Picture from "./Picture";

type Props = { picture: PictureName; title: string; text: string; children?: ReactNode };

export default function EmptyState({ picture, title, text, children }: Props) {
  return (
    <div className="flex flex-col items-center px-5 py-12 text-center">
      <Picture className="mb-6 w-52 max-w-full" name={picture} />
      <h2 className="text-xl">{title}</h2>
      <p className="mt-2 max-w-sm text-muted">{text}</p>
      {children && <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
