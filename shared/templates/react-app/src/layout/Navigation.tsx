import { NavLink } from "react-router";
import { navigation } from "../content";
import Icon from "../ui/Icon";

/** A bar at the bottom of a phone, a list in the sidebar of a wide screen. */
export default function Navigation() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:static md:mt-6 md:border-0"
    >
      <ul className="flex overflow-x-auto p-1 md:flex-col md:gap-1 md:p-0">
        {navigation.map(({ path, label, icon }) => (
          <li className="min-w-20 flex-1" key={path}>
            <NavLink
              className="flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-lg px-2 text-xs font-medium text-muted transition-colors -outline-offset-2 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-ink md:min-h-11 md:flex-row md:justify-start md:gap-3 md:px-3 md:text-base"
              end={path === "/"}
              to={path}
            >
              <Icon name={icon} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
