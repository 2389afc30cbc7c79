import Logo from "../components/Logo";
import { navigation, site } from "../content";

export default function Header() {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-page/90 backdrop-blur">
      <div className="container-page flex min-h-16 items-center justify-between gap-4">
        <a className="flex items-center gap-3 font-display text-lg font-bold tracking-tight" href="#main">
          <Logo />
          {site.name}
        </a>
        <nav aria-label="Main">
          <ul className="-mr-3 flex gap-1 sm:-mr-4 sm:gap-2">
            {navigation.map((link) => (
              <li key={link.href}>
                <a
                  className="inline-flex min-h-11 items-center rounded-full px-3 text-sm font-medium text-muted transition-colors hover:text-ink sm:px-4 sm:text-base"
                  href={link.href}
                >
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
