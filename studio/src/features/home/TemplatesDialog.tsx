import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { type Template, templatesQuery } from "@/data/apps";
import { linesQuery } from "@/data/lines";
import { knownBy } from "@/domain/lines";
import appPicture from "@/features/home/pictures/app.webp";
import sitePicture from "@/features/home/pictures/site.webp";
import { useHomeWords } from "@/messages/home/useHomeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

interface Props {
  value: string;
  onChoose: (key: string) => void;
  onClose: () => void;
}

const PICTURES: Record<Template["kind"], string> = { site: sitePicture, app: appPicture };
const KINDS = ["site", "app"] as const;

/** What the starters look like, and what each is made with. One that is chosen is in the box's list, too. */
export function TemplatesDialog({ value, onChoose, onClose }: Props) {
  const { templates: words } = useHomeWords();
  const { common } = useMessages();
  const api = useApi();
  const { data = [] } = useQuery(templatesQuery(api));
  const { data: lines = [] } = useQuery(linesQuery(api));
  const older = lines.filter((one) => one.line === "classic" && one.new_apps);
  const [classic, setClassic] = useState(value.includes("@"));
  const onTake = (key: string) => {
    onChoose(key && classic ? `${key}@classic` : key);
    onClose();
  };
  const offered = data.filter(({ lines }) => !classic || lines.includes("classic"));
  return (
    <Dialog wide title={words.title} close={common.close} onClose={onClose}>
      <p className="text-muted">{words.text}</p>
      <div className="-m-1 grid gap-6 overflow-y-auto p-1 md:grid-cols-2">
        {KINDS.map((kind) => (
          <section key={kind} aria-labelledby={`template-${kind}`} className="flex flex-col gap-3">
            <img src={PICTURES[kind]} alt="" width={800} height={500} className="aspect-[16/10] w-full rounded-md border border-line bg-sunken object-cover object-top" />
            <div>
              <h3 id={`template-${kind}`} className="font-semibold">
                {words[kind].name}
              </h3>
              <p className="text-sm text-muted">{words[kind].text}</p>
            </div>
            <ul aria-label={words.madeWith(words[kind].name)} className="flex flex-wrap gap-2">
              {offered.filter((one) => one.kind === kind).map(({ key, title }) => (
                <li key={key}>
                  <Button aria-pressed={key === value.split("@")[0]} onClick={() => onTake(key)} className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent">
                    {title}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {older.length > 0 && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm text-muted">
          <input type="checkbox" checked={classic} onChange={(event) => setClassic(event.target.checked)} className="size-4 shrink-0 accent-accent" />
          {words.classic(knownBy(older))}
        </label>
      )}
      <Button className="self-start" aria-pressed={value === ""} onClick={() => onTake("")}>
        {words.auto}
      </Button>
    </Dialog>
  );
}
