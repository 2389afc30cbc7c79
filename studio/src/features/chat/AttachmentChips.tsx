import { FileText, ImageIcon } from "lucide-react";
import { useApi } from "@/data/api";
import { upload } from "@/data/uploads";
import { byteSize } from "@/domain/byteSize";
import type { Use } from "@/domain/attachments";
import { useMessages } from "@/messages/useMessages";
import { type Attached, attachmentsOf, useAttachments } from "@/run/attachments";
import { Button } from "@/ui/Button";
import { Chip } from "@/ui/Chip";
import { Choice } from "@/ui/Choice";

/** What goes with the message, and what becomes of each: shown to the model, or put into the app. */
export function AttachmentChips({ app, sees, changes }: { app: string; sees: boolean; changes: boolean }) {
  const { composer } = useMessages();
  const { items, refused, lost } = useAttachments(app);
  const box = attachmentsOf(app);
  if (items.length === 0 && !refused && lost.length === 0) return null;
  const pictures = items.filter(({ kind, use }) => kind === "image" && (use === "show" || !changes));
  const blind = !sees && pictures.length > 0;
  return (
    <div className="flex flex-col gap-2 px-2 pt-2">
      {items.length > 0 && (
        <ul aria-label={composer.attachments} className="flex max-h-36 flex-wrap gap-2 overflow-y-auto">
          {items.map((item) => (
            <Chip key={item.key} icon={<Icon kind={item.kind} />} remove={composer.detach(item.name)} onRemove={() => box.remove(item.key)}>
              <Item app={app} item={item} changes={changes} />
            </Chip>
          ))}
        </ul>
      )}
      {refused && (
        <p role="alert" className="text-sm text-bad">
          {composer.refused[refused.why](refused.name)}
        </p>
      )}
      {lost.length > 0 && (
        <p role="status" className="text-sm text-warn">
          {composer.lostFiles(lost.join(", "))}
        </p>
      )}
      {blind && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-warn">
          {composer.blind}
          {changes && (
            <button type="button" onClick={() => pictures.forEach(({ key }) => box.change(key, { use: "app" }))} className="min-h-8 font-semibold underline max-md:min-h-11">
              {composer.intoApp}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function Icon({ kind }: { kind: Attached["kind"] }) {
  const Shape = kind === "image" ? ImageIcon : FileText;
  return <Shape aria-hidden size={14} className="shrink-0" />;
}

function Item({ app, item, changes }: { app: string; item: Attached; changes: boolean }) {
  const { composer, common, locale } = useMessages();
  const api = useApi();
  const box = attachmentsOf(app);
  const uses = (["show", "app"] as const).map((value) => ({ value, label: composer.uses[item.kind][value] }));
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 py-1">
      <span className="max-w-60 min-w-0 truncate max-md:max-w-44" title={item.name}>
        {item.name}
      </span>
      {item.failed ? (
        <Button look="quiet" className="min-h-8 px-2 text-bad" onClick={() => box.again(item.key, (file) => upload(api, file))}>
          {composer.notUploaded} {common.retry}
        </Button>
      ) : item.upload === null ? (
        <span className="shrink-0 text-muted">{composer.uploading}</span>
      ) : (
        <span className="shrink-0 text-xs text-muted">{byteSize(item.size, locale)}</span>
      )}
      {changes && (
        <span className="shrink-0">
          <Choice label={composer.use(item.name)} value={item.use} options={uses} onChoose={(use: Use) => box.change(item.key, { use })} />
        </span>
      )}
    </span>
  );
}
