import Logo from "../components/Logo";
import { footer, navigation, site } from "../content";

export default function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="container-page flex flex-col gap-6 py-10 sm:flex-row sm:items-center sm:justify-between">
        <div className="flex items-center gap-3">
          <Logo />
          <p className="text-sm text-muted">
            <strong className="font-semibold text-ink">{site.name}</strong>
            <span className="block">{footer.note}</span>
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6">
            {navigation.map((link) => (
              <li key={link.href}>
                <a className="inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-ink hover:underline" href={link.href}>
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
