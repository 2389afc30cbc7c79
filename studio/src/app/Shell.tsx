import { Link } from "@tanstack/react-router";
import { Command } from "lucide-react";
import type { ReactNode } from "react";
import { ConnectionLine } from "@/app/ConnectionLine";
import { PreferencesMenu } from "@/app/PreferencesMenu";
import { showCommands } from "@/commands/shown";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

/** The frame of every page: a way past it, the way home, what this page is about, what one may set for this browser. */
export function Shell({ bar, children }: { bar?: ReactNode; children: ReactNode }) {
  const { common, everywhere, product } = useMessages();
  return (
    <div className="flex h-full flex-col">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-surface focus:p-3">
        {common.skip}
      </a>
      <header className="flex h-13 shrink-0 items-center gap-3 border-b border-line bg-page px-4 md:h-14 md:px-6">
        <Link to="/" className="flex min-h-11 shrink-0 items-center gap-2 rounded-sm font-display text-lg font-semibold">
          <img src={`${import.meta.env.BASE_URL}mark.svg`} alt="" width={24} height={24} />
          <span className={bar ? "max-md:sr-only" : undefined}>{product}</span>
        </Link>
        <div className="flex min-w-0 grow items-center">{bar}</div>
        <IconButton label={everywhere.palette} aria-keyshortcuts="Control+K Meta+K" className="max-md:hidden" onClick={() => showCommands("palette")}>
          <Command aria-hidden size={20} strokeWidth={1.75} />
        </IconButton>
        <PreferencesMenu />
      </header>
      <ConnectionLine />
      <main id="content" tabIndex={-1} className="min-h-0 grow overflow-auto outline-none">
        {children}
      </main>
    </div>
  );
}
