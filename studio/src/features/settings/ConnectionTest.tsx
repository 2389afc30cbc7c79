import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { connectionQuery, costAtMost, isOpen, useTestConnection } from "@/data/connectionTest";
import type { Model } from "@/data/models";
import { detailOf } from "@/data/problem";
import { dollars } from "@/domain/amounts";
import { ConnectionResult } from "@/features/settings/ConnectionResult";
import { useConnectionWords } from "@/messages/connection/useConnectionWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SelectField } from "@/ui/SelectField";

/** Sends four requests to a model and shows in words what works. For administrators. */
export function ConnectionTest({ models }: { models: readonly Model[] }) {
  const words = useConnectionWords();
  const { common, locale } = useMessages();
  const { data: test = null, isError, refetch } = useQuery(connectionQuery(useApi()));
  const start = useTestConnection();
  const [chosen, setChosen] = useState("");
  const running = start.isPending || isOpen(test);
  const model = models.find(({ name }) => name === (chosen || test?.model)) ?? models[0];
  const most = model && costAtMost(model);
  return (
    <div role="group" aria-label={words.title} className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <div className="flex flex-col gap-1">
        <h3 className="font-semibold">{words.title}</h3>
        <p className="text-sm text-muted">
          {words.text} {most ? words.cost(dollars(most, locale)) : words.noPrice}
        </p>
      </div>
      {model && models.length > 1 && (
        <SelectField label={words.model} value={model.name} options={models.map(({ name }) => ({ value: name, label: name }))} onChange={setChosen} />
      )}
      <Button aria-disabled={running || !model} onClick={() => model && !running && start.mutate(model.name)} className="self-start">
        {running ? words.running : words.start}
      </Button>
      {start.error && <Fault title={words.notStarted} detail={detailOf(start.error)} />}
      {isError && !test && <Fault title={words.failed} action={<Button onClick={() => refetch()}>{common.retry}</Button>} />}
      {test && <ConnectionResult test={test} />}
    </div>
  );
}
