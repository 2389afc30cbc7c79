import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from "react";
import { useApi } from "@/data/api";
import { templatesQuery } from "@/data/apps";
import { Examples } from "@/features/home/Examples";
import type { RefusedFile } from "@/features/home/takeText";
import { TextButton } from "@/features/home/TextButton";
import { TemplatesButton } from "@/features/home/TemplatesButton";
import { useStartApp } from "@/features/home/useStartApp";
import { useMessages } from "@/messages/useMessages";
import { useDraft } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { composes } from "@/ui/composes";

const FileFaultLine = lazy(() => import("@/features/home/FileFaultLine").then((loaded) => ({ default: loaded.FileFaultLine })));
const PlanFirst = lazy(() => import("@/features/home/PlanFirst").then((loaded) => ({ default: loaded.PlanFirst })));
/** Characters: more than a wish has, so it may be what somebody wants built part by part. */
const LONG = 1_200;

/** The one box: words become an app. What is written is kept over a reload until it was sent. */
export function StartBox() {
  const { home } = useMessages();
  const [words, setWords] = useDraft("home");
  const [template, setTemplate] = useState("");
  const { start, starting, problem } = useStartApp(() => setWords(""));
  const [refused, refuse] = useState<RefusedFile | null>(null);
  const isLong = words.length > LONG;
  const take = (file: File | undefined) => void (file && import("@/features/home/takeText").then(async ({ takeText }) => refuse(await takeText(file))));
  const box = useRef<HTMLTextAreaElement>(null);
  const send = () => (words.trim() && !starting ? start({ words: words.trim(), template: template || null }) : undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isLong || composes(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="flex flex-col gap-4">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files;
          if (file) event.preventDefault();
          take(file);
        }}
        className="rounded-lg border border-edge bg-surface p-3 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent"
      >
        <textarea
          ref={box}
          aria-label={home.promptLabel}
          placeholder={home.promptHint}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            refuse(null);
          }}
          onKeyDown={onKeyDown}
          rows={3}
          className="field-sizing-content max-h-80 min-h-20 w-full resize-none bg-transparent p-2 text-chat outline-none placeholder:text-muted"
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="flex min-w-0 items-center gap-1">
            <Starters value={template} onChoose={setTemplate} />
            <TemplatesButton value={template} onChoose={setTemplate} />
            <TextButton onFile={take} />
          </span>
          <Button type="submit" look={isLong ? "plain" : "main"} pill className="ml-auto" aria-disabled={!words.trim() || starting} icon={<ArrowRight aria-hidden size={16} />}>
            {starting ? home.starting : home.start}
          </Button>
        </div>
      </form>
      {problem && (
        <p role="alert" className="text-bad">
          {home.createFailed} {problem}
        </p>
      )}
      <Suspense>
        {refused && <FileFaultLine {...refused} />}
        {isLong && <PlanFirst words={words} template={template || null} onTaken={() => setWords("")} />}
      </Suspense>
      <Examples
        onChoose={(example) => {
          setWords(example);
          box.current?.focus();
        }}
      />
    </div>
  );
}

function Starters({ value, onChoose }: { value: string; onChoose: (key: string) => void }) {
  const { home } = useMessages();
  const { data = [] } = useQuery(templatesQuery(useApi()));
  const [chosen, line] = value.split("@");
  const own = (key: string, title: string) => (key === chosen && line ? { value, label: `${title} · ${line}` } : { value: key, label: title });
  const options = [{ value: "", label: home.starterAuto }, ...data.map(({ key, title }) => own(key, title))];
  return <Choice label={home.starter} value={value} options={options} onChoose={onChoose} shown="wide" />;
}
