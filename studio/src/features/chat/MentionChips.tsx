import { Crosshair } from "lucide-react";
import { useMessages } from "@/messages/useMessages";
import { removeMention, useMentions } from "@/run/mentions";
import { Chip } from "@/ui/Chip";

/** What the message will be about besides its words: elements that were pointed at. */
export function MentionChips({ app }: { app: string }) {
  const { composer } = useMessages();
  const mentions = useMentions(app);
  if (mentions.length === 0) return null;
  return (
    <ul aria-label={composer.mentions} className="flex flex-wrap gap-2 px-2 pt-2">
      {mentions.map(({ id, label }) => (
        <Chip key={id} icon={<Crosshair aria-hidden size={14} className="shrink-0" />} remove={composer.removeMention(label)} onRemove={() => removeMention(app, id)}>
          {label}
        </Chip>
      ))}
    </ul>
  );
}
