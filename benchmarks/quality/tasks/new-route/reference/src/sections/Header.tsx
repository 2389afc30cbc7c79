import Logo from "../components/Logo";
import { navigation, site } from "../content";
import { follow } from "../paths";

export default function Header() {
  return (
    <header className="z-10 border-b border-line bg-page/90 backdrop-blur sm:sticky sm:top-0">
      <div className="container-page flex min-h-16 flex-wrap items-center justify-between gap-x-4 py-2">
        <a className="flex items-center gap-3 font-display text-lg font-bold tracking-tight wrap-anywhere" href="/" onClick={follow}>
          <Logo />
          {site.name}
        </a>
        <nav aria-label="Main">
          <ul className="-mx-3 flex flex-wrap gap-x-1 sm:-mx-4 sm:gap-x-2">
            {navigation.map((link) => (
              <li key={link.href}>
                <a
                  className="inline-flex min-h-11 items-center rounded-full px-3 text-sm font-medium text-muted transition-colors hover:text-ink sm:px-4 sm:text-base"
                  href={link.href}
                  onClick={follow}
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
