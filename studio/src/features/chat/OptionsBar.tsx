import { SlidersHorizontal } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import type { App } from "@/data/apps";
import { type Chosen, differing, type SendOptions, USUAL, WISHES } from "@/domain/sendOptions";
import { type Messages, useMessages } from "@/messages/useMessages";
import { Chip } from "@/ui/Chip";
import { Choice } from "@/ui/Choice";
import { IconButton } from "@/ui/IconButton";

const OptionsPanel = lazy(() => import("@/features/chat/OptionsPanel").then((loaded) => ({ default: loaded.OptionsPanel })));

interface Props {
  app: App;
  options: SendOptions;
  onChange: (changed: Partial<SendOptions>) => void;
}

/** What a message is for, the rest behind a button, and a chip for each that is not as the app's settings say. */
export function OptionsBar({ app, options, onChange }: Props) {
  const words = useMessages();
  const { composer } = words;
  const [open, setOpen] = useState(false);
  const panel = useId();
  const differs = differing(options, app);
  // Where there is little room the whole box scrolls: what was asked for is to be seen.
  const toggle = () => {
    setOpen(!open);
    requestAnimationFrame(() => document.getElementById(panel)?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Choice
          label={composer.wish}
          value={options.wish}
          options={WISHES.map((value) => ({ value, label: composer.wishes[value].name }))}
          onChoose={(wish) => onChange({ wish })}
        />
        <IconButton label={composer.options} aria-expanded={open} aria-controls={panel} onClick={toggle} className="size-8 aria-expanded:bg-accent-soft aria-expanded:text-accent">
          <SlidersHorizontal aria-hidden size={16} />
        </IconButton>
        {differs.length > 0 && (
          <ul aria-label={composer.differs} className="flex min-w-0 flex-wrap gap-2">
            {differs.map((name) => (
              <Chip key={name} remove={composer.asSettings(composer.optionNames[name])} onRemove={() => onChange({ [name]: USUAL[name] })}>
                {chipOf(name, options, words)}
              </Chip>
            ))}
          </ul>
        )}
        {options.wish !== "build" && <p className="text-xs text-muted">{composer.wishes[options.wish].text}</p>}
      </div>
      <div id={panel} hidden={!open} className="max-h-[24dvh] overflow-y-auto max-md:max-h-[20dvh]">
        {open && (
          <Suspense fallback={<p className="p-3 text-sm text-muted">{words.common.loading}</p>}>
            <OptionsPanel app={app} options={options} onChange={onChange} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function chipOf(name: Chosen, options: SendOptions, { composer, settings }: Messages): string {
  switch (name) {
    case "model":
      return `${composer.optionNames.model}: ${settings.modes[options.model || "auto"]}`;
    case "autonomy":
      return options.autonomy && settings.autonomies[options.autonomy].name;
    case "review":
      return options.review && settings.reviews[options.review].name;
    case "dollars":
      return composer.atMost(options.dollars.trim());
  }
}
