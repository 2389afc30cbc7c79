import type { Unsaved } from "@/data/files";
import type { Edits } from "@/features/code/useEdits";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { Button } from "@/ui/Button";
import { SureButton } from "@/ui/SureButton";

interface Props {
  /** As the draft has it now. */
  file: Unsaved;
  written: Unsaved | undefined;
  edits: Edits;
}

/** Which file it is, whether it is saved, and the ways to save it or let it be. */
export function FileBar({ file, written, edits }: Props) {
  const code = useCodeWords();
  const { path } = file;
  const many = edits.files.length;
  const moved = written && written.sha256 !== file.sha256;
  const small = "md:min-h-8! px-3! text-sm!";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 text-sm md:min-h-13">
      <span className="min-w-0 truncate font-mono text-xs text-muted" title={path}>
        {path}
      </span>
      <span role="status" className={moved ? "text-warn" : "text-muted"}>
        {stateOf()}
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
        {written && !edits.saving && (
          <SureButton key={path} label={code.discard} question={code.discardSure} busy={false} danger look="quiet" onSure={() => edits.drop(path)} />
        )}
        {many > 1 && (
          <Button className={small} aria-disabled={edits.saving} onClick={() => void edits.save(edits.files)}>
            {code.saveAll(many)}
          </Button>
        )}
        <Button
          look="main"
          className={small}
          title={code.saveKeys}
          aria-disabled={!written || edits.saving}
          onClick={() => void edits.save(written ? [written] : [])}
        >
          {edits.saving ? code.saving : code.save}
        </Button>
      </span>
    </div>
  );

  function stateOf(): string {
    if (moved) return code.movedNote;
    if (written) return edits.kept ? code.unsaved : code.unsavedLarge;
    return edits.done && !edits.error ? code.saved : "";
  }
}
