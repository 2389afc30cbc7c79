import type { ReactNode } from "react";

const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-line bg-surface text-ink hover:border-ink",
};

type Props = { href: string; look?: keyof typeof looks; children: ReactNode };

export default function ButtonLink({ href, look = "primary", children }: Props) {
  return (
    <a
      className={`inline-flex min-h-12 items-center justify-center rounded-full px-6 font-semibold transition-colors ${looks[look]}`}
      href={href}
    >
      {children}
    </a>
  );
}
