import { memo } from "react";
import { type Row, rowsOf } from "@/domain/hunks";
import { useMessages } from "@/messages/useMessages";
import { classes } from "@/ui/classes";

const GROUND: Record<Row["kind"], string> = { same: "", added: "bg-ok-soft", removed: "bg-bad-soft", note: "text-muted italic" };
const WORD: Record<Row["kind"], string> = { same: "", added: "bg-added-word", removed: "bg-removed-word", note: "" };
const SIGN: Record<Row["kind"], string> = { same: " ", added: "+", removed: "-", note: " " };

interface Props {
  header: string;
  lines: readonly string[];
  /** Set aside: it is still read, and no colour says that it will be there. */
  aside?: boolean;
}

/** The lines of one place, with their numbers before and after. The sign says in words, too, what became of a line. */
export const HunkLines = memo(function HunkLines({ header, lines, aside }: Props) {
  const { changes } = useMessages();
  const said: Record<Row["kind"], string> = { same: "", added: changes.lineAdded, removed: changes.lineRemoved, note: "" };
  return (
    <table className="w-full table-fixed border-collapse font-mono text-xs leading-5 [font-variant-ligatures:none]">
      <tbody>
        {rowsOf({ header, lines }).map((row, at) => (
          <tr key={at} className={aside ? "text-muted" : GROUND[row.kind]}>
            <td className="w-11 pr-2 text-right align-top text-muted select-none max-md:hidden">{row.old}</td>
            <td className="w-11 pr-2 text-right align-top text-muted select-none">{row.new}</td>
            <td className="w-5 text-center align-top select-none">
              <span aria-hidden>{SIGN[row.kind]}</span>
              <span className="sr-only">{said[row.kind]}</span>
            </td>
            <td className="pr-2 [overflow-wrap:anywhere] whitespace-pre-wrap">
              {row.parts[0]}
              {row.parts[1] && <span className={classes("rounded-sm", !aside && WORD[row.kind])}>{row.parts[1]}</span>}
              {row.parts[2]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});
