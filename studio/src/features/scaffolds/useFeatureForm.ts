import { useState } from "react";
import type { App } from "@/data/apps";
import { type AppScaffold, refusalOf, type Scaffold, useApplyScaffold, useSetValues } from "@/data/scaffolds";
import { asKept, refusedValues, scaffoldFault } from "@/domain/scaffold";
import { useFields } from "@/run/useFields";
import { useFeatureWords } from "@/messages/features/useFeatureWords";

export type FormValue = Scaffold["values"][number];

interface Wanted {
  app: App;
  stand: AppScaffold;
  /** The scaffold in the server's own words, which its refusals quote. */
  original: Scaffold;
}

/** The values of a feature with what was typed over them: they go with the proposal, and later by themselves. */
export function useFeatureForm({ app, stand, original }: Wanted) {
  const words = useFeatureWords();
  const { env } = app.settings;
  const { fields: written, isTyped, change, sent } = useFields(`feature.${app.id}.${original.key}`, env);
  const [left, leave] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const apply = useApplyScaffold(app.id, original.key);
  const save = useSetValues(app.id);
  const { values } = stand.scaffold;
  const isNew = stand.state === "available";
  const isPending = apply.isPending || save.isPending;
  const text = (name: string) => written[name] ?? "";
  const wrong = ({ kind, name }: FormValue) => scaffoldFault(kind, text(name));
  const refused = refusedValues(original.values, refusalOf(apply.error).found);
  const changes = Object.fromEntries(
    values.flatMap(({ name, kind }) => {
      const kept = asKept(kind, text(name));
      return kept === (env[name] ?? "") ? [] : [[name, kept]];
    }),
  );
  const fault = (value: FormValue): string | null => {
    const known = wrong(value);
    if (known) return tried || left.includes(value.name) ? words.wrong[known] : null;
    const why = refused[value.name];
    return why ? words.refused(why) : null;
  };
  const send = (then: { onDone: () => void; onRefused: () => void }) => {
    if (isPending) return;
    setTried(true);
    if (values.some(wrong)) {
      then.onRefused();
      return;
    }
    const onSuccess = () => {
      sent();
      then.onDone();
    };
    if (isNew) apply.mutate(changes, { onSuccess, onError: then.onRefused });
    else if (Object.keys(changes).length > 0) save.mutate(changes, { onSuccess });
  };
  return {
    isNew,
    isPending,
    isChanged: Object.keys(changes).length > 0,
    isWrong: tried && (values.some(wrong) || Object.keys(refused).length > 0),
    isSaved: save.isSuccess && !isTyped,
    proposal: apply.data ?? null,
    /** A refusal that is about none of its fields. */
    failure: isNew ? (Object.keys(refused).length > 0 ? null : apply.error) : save.error,
    missing: values.filter(({ name, required }) => required && !text(name).trim()),
    text,
    fault,
    set: (name: string, text: string) => {
      if (apply.isError) apply.reset();
      change({ [name]: text });
    },
    leave: (name: string) => leave([...left.filter((one) => one !== name), name]),
    send,
  };
}

export type FeatureFormState = ReturnType<typeof useFeatureForm>;
