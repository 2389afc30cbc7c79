import { useEffect, useRef } from "react";
import { Link, Outlet, useLocation, useNavigationType } from "react-router";
import { app } from "../content";
import Toasts from "../ui/Toasts";
import Logo from "./Logo";
import Navigation from "./Navigation";
import StorageNotice from "./StorageNotice";

export default function AppLayout() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const back = useNavigationType() === "POP";
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Who stands on something that is still there, as in a list beside its details, stays there.
    if (main.current?.contains(document.activeElement) && document.activeElement !== main.current) return;
    if (!back) scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [back, pathname]);

  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <button className="skip-link button button-primary" onClick={() => main.current?.focus()} type="button">
        Skip to content
      </button>
      <header className="border-b border-line bg-surface md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-r md:border-b-0 md:p-4">
        <Link
          className="flex min-h-14 items-center gap-3 px-5 font-display text-lg font-bold tracking-tight wrap-anywhere md:rounded-lg md:px-2"
          to="/"
        >
          <Logo />
          {app.name}
        </Link>
        <Navigation />
      </header>
      <main className="mx-auto w-full max-w-5xl min-w-0 px-5 pt-8 pb-44 md:px-10 md:pt-12 md:pb-32" id="main" ref={main} tabIndex={-1}>
        <StorageNotice />
        <Outlet />
      </main>
      <Toasts />
    </div>
  );
}
