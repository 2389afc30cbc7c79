import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useApi } from "@/data/api";
import { useCreateApp } from "@/data/apps";
import { detailOf, findingsOf } from "@/data/problem";
import { bringText, useReadingCost } from "@/data/reading";
import { dollars } from "@/domain/amounts";
import { nameFrom } from "@/domain/names";
import { CAP_FIRST, capOf } from "@/domain/planning";
import { titleOf } from "@/domain/titles";
import { useHomeWords } from "@/messages/home/useHomeWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";

interface Props {
  words: string;
  template: string | null;
  onTaken: () => void;
}

/** What is offered for a long text: an app in which nothing is built yet, and a plan that is read from the text. */
export function PlanFirst({ words, template, onTaken }: Props) {
  const { locale } = useMessages();
  const { planFirst } = useHomeWords();
  const { job } = useViewWords();
  const [cap, setCap] = useState(CAP_FIRST);
  const cost = useReadingCost(words);
  const navigate = useNavigate();
  const made = usePlanned(template);
  const most = capOf(cap);
  const go = () => {
    if (made.isPending || most === null) return;
    const onSuccess = (app: string) => {
      onTaken();
      void navigate({ to: "/apps/$app", params: { app }, search: { tab: "plan" } });
    };
    made.mutate({ text: words.trim(), most }, { onSuccess });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
      className="flex flex-col gap-3 rounded-md bg-sunken p-3"
    >
      <p className="text-muted">{planFirst.text}</p>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <TextField kind="number" label={job.readCap} hint={cost === null ? undefined : job.readCost(dollars(cost, locale))} value={cap} onChange={setCap} fault={most === null ? job.capWrong : null} />
        <Button type="submit" look="main" pill aria-disabled={made.isPending || most === null}>
          {made.isPending ? planFirst.making : planFirst.action}
        </Button>
      </div>
      {made.isError && <Fault title={planFirst.failed} detail={detailOf(made.error)} findings={findingsOf(made.error)} />}
    </form>
  );
}

/** Makes the app and brings it the text. A second try goes on with the app that was made already. */
function usePlanned(template: string | null) {
  const [api, cache] = [useApi(), useQueryClient()];
  const create = useCreateApp();
  const app = useRef<string | null>(null);
  return useMutation({
    mutationFn: async ({ text, most }: { text: string; most: number }) => {
      app.current ??= (await create.mutateAsync({ name: nameFrom(text), template })).id;
      await bringText(api, cache, app.current, { title: titleOf(text), text, base: null, most });
      return app.current;
    },
  });
}
