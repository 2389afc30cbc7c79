import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useApi } from "@/data/api";
import { useCreateApp } from "@/data/apps";
import { detailOf, findingsOf } from "@/data/problem";
import { bringText, useReadingEstimate } from "@/data/reading";
import { nameFrom } from "@/domain/names";
import { titleOf } from "@/domain/titles";
import { useHomeWords } from "@/messages/home/useHomeWords";
import { Button } from "@/ui/Button";
import { CapLine } from "@/ui/CapLine";
import { Fault } from "@/ui/Fault";
import { useCap } from "@/ui/useCap";

interface Props {
  words: string;
  template: string | null;
  onTaken: () => void;
}

/** What is offered for a long text: an app in which nothing is built yet, and a plan that is read from the text. */
export function PlanFirst({ words, template, onTaken }: Props) {
  const { planFirst } = useHomeWords();
  const estimate = useReadingEstimate(new Blob([words]).size);
  const cap = useCap(estimate);
  const navigate = useNavigate();
  const made = usePlanned(template);
  const { most } = cap;
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
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CapLine estimate={estimate} cap={cap} />
        <Button type="submit" look="main" pill className="ml-auto" aria-disabled={made.isPending || most === null}>
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
