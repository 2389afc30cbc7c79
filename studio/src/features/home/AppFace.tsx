import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { type App, thumbnailQuery } from "@/data/apps";
import { useSeen } from "@/ui/useSeen";

/** What the app looks like; its initial until there is a picture. Asked for when the card comes into view. */
export function AppFace({ app }: { app: App }) {
  const [place, seen] = useSeen<HTMLSpanElement>();
  const { data } = useQuery({ ...thumbnailQuery(useApi(), app.id, app.draft_revision_id), enabled: seen });
  return (
    <span
      ref={place}
      aria-hidden
      className="grid aspect-[16/10] place-items-center overflow-hidden bg-sunken font-display text-2xl text-edge"
    >
      {data?.content ? (
        <img src={`data:image/webp;base64,${data.content}`} alt="" className="size-full object-cover object-top" />
      ) : (
        app.name.slice(0, 1).toUpperCase()
      )}
    </span>
  );
}
