/**
 * Where names went that no similarity finds, by specifier. What another entry of the same package exports
 * (`createRoot` of react-dom/client) needs no line here: it is found in the lists.
 */
export const MOVED = {
  "react-dom": {
    render: 'Write createRoot(container).render(…), with createRoot from "react-dom/client"',
    hydrate: 'Write hydrateRoot(container, …), from "react-dom/client"',
    unmountComponentAtNode: 'Write root.unmount(), on what createRoot of "react-dom/client" returned',
    findDOMNode: "Put a ref on the element",
    unstable_renderSubtreeIntoContainer: "Use createPortal",
  },
  react: {
    createFactory: "Write JSX, or use createElement",
    PropTypes: "Write TypeScript types of the props",
    unstable_ViewTransition: "Use ViewTransition",
  },
  "react-router": {
    Switch: "Use Routes",
    Redirect: "Use Navigate",
    useHistory: "Use useNavigate",
    useRouteMatch: "Use useMatch",
    withRouter: "Use useNavigate, useLocation and useParams",
    json: "Return the value itself, or Response.json(…)",
    defer: "Return the promises themselves",
  },
  vue: {
    default: "Use createApp",
    set: "Assign the property",
    del: "Delete the property",
    filters: "Use a function or computed",
  },
  "@tanstack/react-query": { Hydrate: "Use HydrationBoundary" },
  "@tanstack/react-table": { useReactTable: 'Use useTable, or useLegacyTable of "@tanstack/react-table/legacy"' },
};

/** What to write instead of a name of `specifier`, or undefined. */
export const movedTo = (specifier, name) =>
  Object.hasOwn(MOVED, specifier) && Object.hasOwn(MOVED[specifier], name) ? MOVED[specifier][name] : undefined;
