import { Link } from "@tanstack/react-router";
import { Command } from "lucide-react";
import type { ReactNode } from "react";
import { ConnectionLine } from "@/app/ConnectionLine";
import { MainMenu } from "@/app/MainMenu";
import { showCommands } from "@/commands/shown";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

interface Props {
  bar?: ReactNode;
  /** Where this page leads to, in the menu. */
  links?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: a way past it, the way home, what this page is about, what one may set for this browser. */
export function Shell({ bar, links, children }: Props) {
  const { common, everywhere, product } = useMessages();
  return (
    <div className="flex h-full flex-col">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-surface focus:p-3">
        {common.skip}
      </a>
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line bg-page px-3 md:h-14 md:gap-3 md:px-6">
        <Link to="/" data-bar={bar ? "" : undefined} className="group flex min-h-11 shrink-0 items-center gap-2 rounded-sm font-display text-lg font-semibold max-md:data-bar:min-w-11 max-md:data-bar:flex-col max-md:data-bar:justify-center max-md:data-bar:gap-0">
          <img src={`${import.meta.env.BASE_URL}mark.svg`} alt="" width={24} height={24} className="max-md:group-data-bar:size-5" />
          <span className="max-md:group-data-bar:hidden">{product}</span>
          {bar && <span className="font-sans text-xs font-normal text-muted md:hidden">{common.apps}</span>}
        </Link>
        <div className="flex min-w-0 grow items-center">{bar}</div>
        <IconButton label={everywhere.palette} aria-keyshortcuts="Control+K Meta+K" className="max-md:hidden" onClick={() => showCommands("palette")}>
          <Command aria-hidden size={20} strokeWidth={1.75} />
        </IconButton>
        <MainMenu>{links}</MainMenu>
      </header>
      <ConnectionLine />
      <main id="content" tabIndex={-1} className="min-h-0 grow overflow-auto outline-none">
        {children}
      </main>
    </div>
  );
}
