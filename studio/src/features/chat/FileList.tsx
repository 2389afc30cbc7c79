import type { FileNames } from "@/features/chat/useFileNames";
import { useMessages } from "@/messages/useMessages";
import { classes } from "@/ui/classes";

/** The files that "@" may mean, over the box. The box keeps the focus; arrows move, Enter or Tab takes, Escape closes. */
export function FileList({ names }: { names: FileNames }) {
  const { composer } = useMessages();
  const open = names.options.length > 0;
  return (
    <ul
      id={names.list}
      role="listbox"
      aria-label={composer.files}
      hidden={!open}
      className="absolute inset-x-0 bottom-full z-10 mb-2 max-h-80 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-lg"
    >
      {names.options.map((path, at) => (
        <li
          key={path}
          id={names.optionId(at)}
          role="option"
          aria-selected={at === names.active}
          onPointerDown={(event) => {
            event.preventDefault();
            names.take(path);
          }}
          className={classes("flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm max-md:min-h-11", at === names.active ? "bg-accent-soft text-accent" : "hover:bg-sunken")}
        >
          <span className="min-w-0 truncate font-semibold">{path.slice(path.lastIndexOf("/") + 1)}</span>
          <span className="min-w-0 truncate text-muted">{path}</span>
        </li>
      ))}
    </ul>
  );
}
