import { useQuery } from "@tanstack/react-query";
import { AppWindow } from "lucide-react";
import { useApi } from "@/data/api";
import type { Revision } from "@/data/revision";
import { faceQuery } from "@/data/revisions";
import { useSeen } from "@/ui/useSeen";

/** What the page looked like at a revision; a plain place where no browser opened it, as for what a person saved. */
export function RevisionFace({ revision }: { revision: Revision }) {
  const [place, seen] = useSeen<HTMLSpanElement>();
  const { data } = useQuery({ ...faceQuery(useApi(), revision), enabled: seen });
  return (
    <span ref={place} aria-hidden className="grid aspect-[16/10] w-20 shrink-0 place-items-center overflow-hidden rounded-sm border border-line bg-sunken text-edge md:w-24">
      {data?.content && data.revision_id === revision.id ? (
        <img src={`data:image/webp;base64,${data.content}`} alt="" className="size-full object-cover object-top" />
      ) : (
        <AppWindow size={20} strokeWidth={1.75} />
      )}
    </span>
  );
}
