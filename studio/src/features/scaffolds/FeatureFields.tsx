import { ExternalLink } from "lucide-react";
import type { Scaffold } from "@/data/scaffolds";
import { hostOf } from "@/domain/scaffold";
import type { FeatureFormState } from "@/features/scaffolds/useFeatureForm";
import { useFeatureWords } from "@/messages/features/useFeatureWords";
import { LinkButton } from "@/ui/LinkButton";
import { TextField } from "@/ui/TextField";

/** What a feature needs: where each value is found, and what is wrong with one when it is left or sent. */
export function FeatureFields({ scaffold, form }: { scaffold: Scaffold; form: FeatureFormState }) {
  const words = useFeatureWords();
  const { values, key_link: link } = scaffold;
  if (values.length === 0) return <p className="text-muted">{words.noValues}</p>;
  return (
    <>
      <p className="text-sm text-muted">{words.public}</p>
      {link && (
        <LinkButton href={link} icon={<ExternalLink aria-hidden size={16} strokeWidth={1.75} />} className="self-start max-md:whitespace-normal">
          {words.where(hostOf(link))}
        </LinkButton>
      )}
      {values.map((value) => (
        // Left for a button it is not marked yet: what the button does would move away below the pointer.
        <div key={value.name} onBlur={({ relatedTarget }) => relatedTarget instanceof HTMLButtonElement || form.leave(value.name)}>
          <TextField
            kind={value.kind === "latitude" || value.kind === "longitude" ? "number" : "line"}
            label={value.required ? value.label : words.optional(value.label)}
            hint={`${value.help} ${words.example(value.example)}`}
            fault={form.fault(value)}
            value={form.text(value.name)}
            onChange={(written) => form.set(value.name, written)}
          />
        </div>
      ))}
    </>
  );
}
