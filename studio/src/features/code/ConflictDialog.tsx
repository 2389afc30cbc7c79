import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { fileQuery, shaOf, type Unsaved } from "@/data/files";
import { ClashChoice } from "@/features/code/ClashChoice";
import { type Choice, chosen, merged } from "@/features/code/merge";
import type { Edits, Moved } from "@/features/code/useEdits";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** The app changed a file that a person is changing too: both, and what both came from, place by place. */
export function ConflictDialog({ moved, edits }: { moved: Moved; edits: Edits }) {
  const code = useCodeWords();
  const { common } = useMessages();
  const [path] = moved.paths;
  const mine = edits.files.find((file) => file.path === path);
  const close = () => edits.setMoved(null);
  if (!mine) return null;
  const now = { revision: moved.workspace.draft.id, sha256: shaOf(moved.workspace.tree, mine.path) };
  return (
    <Dialog title={code.conflict(mine.path)} close={common.close} onClose={close}>
      <Sides key={mine.path} app={moved.workspace.app.id} mine={mine} now={now} edits={edits} onDone={close} />
    </Dialog>
  );
}

interface SidesProps {
  app: string;
  mine: Unsaved;
  /** The file as the draft has it; without a hash it is gone. */
  now: Pick<Unsaved, "revision" | "sha256">;
  edits: Edits;
  onDone: () => void;
}

function Sides({ app, mine, now, edits, onDone }: SidesProps) {
  const code = useCodeWords();
  const { common } = useMessages();
  const api = useApi();
  const [base, theirs] = useQueries({
    queries: [mine, { ...now, path: mine.path }].map((file) => ({ ...fileQuery(api, app, file), enabled: file.sha256 !== "" })),
  });
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const gone = now.sha256 === "";
  if (base?.isError || theirs?.isError) return <Fault title={code.fileFailed} />;
  if ((mine.sha256 && !base?.data) || (!gone && !theirs?.data)) return <Working label={common.loading} />;
  const parts = merged(base?.data?.content ?? "", theirs?.data?.content ?? "", mine.text);
  const clashes = parts.filter((part) => part.kind === "clash");
  const keep = (text: string) => {
    const file = { ...mine, ...now, text };
    edits.write(file);
    onDone();
    void edits.save([file]);
  };
  const take = () => {
    edits.drop(mine.path);
    onDone();
  };
  return (
    <>
      <p className="text-sm">{gone ? code.goneText : clashes.length === 0 ? code.noClash : code.clashText(clashes.length)}</p>
      {!gone &&
        clashes.map((clash, at) => (
          <ClashChoice
            key={at}
            clash={clash}
            at={at + 1}
            of={clashes.length}
            choice={choices[at] ?? "mine"}
            onChoose={(choice) => setChoices(clashes.map((_, one) => (one === at ? choice : (choices[one] ?? "mine"))))}
          />
        ))}
      <div className="flex flex-wrap gap-2">
        {!gone && (
          <Button look="main" onClick={() => keep(chosen(parts, choices))}>
            {code.saveMerge}
          </Button>
        )}
        <Button look={gone ? "main" : "plain"} onClick={() => keep(mine.text)}>
          {code.keepMine}
        </Button>
        <Button onClick={take}>{code.takeTheirs}</Button>
        <Button look="quiet" onClick={onDone}>
          {common.cancel}
        </Button>
      </div>
    </>
  );
}
