import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ListTree } from "lucide-react";
import { useCreateApp } from "@/data/apps";
import { detailOf } from "@/data/problem";
import { nameFrom } from "@/domain/names";
import { useHomeWords } from "@/messages/home/useHomeWords";
import { addWords } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";

interface Props {
  words: string;
  template: string | null;
  onTaken: () => void;
}

/** What is offered for a long text: an app in which nothing is built yet, with the text where plans begin. */
export function PlanFirst({ words, template, onTaken }: Props) {
  const { planFirst } = useHomeWords();
  const create = useCreateApp();
  const navigate = useNavigate();
  const made = useMutation({
    mutationFn: () => create.mutateAsync({ name: nameFrom(words.trim()), template }),
    onSuccess: ({ id }) => {
      addWords(`blueprint.${id}`, words.trim());
      onTaken();
      return navigate({ to: "/apps/$app", params: { app: id }, search: { tab: "plan" } });
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-sunken p-3">
      <p className="min-w-0 grow basis-80 text-muted">{planFirst.text}</p>
      <Button icon={<ListTree aria-hidden size={16} strokeWidth={1.75} />} aria-disabled={made.isPending} onClick={() => !made.isPending && made.mutate()}>
        {made.isPending ? planFirst.making : planFirst.action}
      </Button>
      {made.isError && <Fault title={planFirst.failed} detail={detailOf(made.error)} />}
    </div>
  );
}
