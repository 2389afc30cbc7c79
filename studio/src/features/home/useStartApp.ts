import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { onceKey, unwrap, useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import { useCreateApp } from "@/data/apps";
import { nameFrom } from "@/domain/names";

interface Wish {
  words: string;
  template: string | null;
}

/** Makes the app, says the words in it, and goes there. A second try goes on with the app that was made already. */
export function useStartApp(onStarted: () => void) {
  const api = useApi();
  const create = useCreateApp();
  const navigate = useNavigate();
  const going = useRef(false);
  const made = useRef<{ wish: string; id: string } | null>(null);
  const started = useMutation({
    mutationFn: async ({ words, template }: Wish) => {
      const wish = JSON.stringify([words, template]);
      if (made.current?.wish !== wish) {
        made.current = { wish, id: (await create.mutateAsync({ name: nameFrom(words), template })).id };
      }
      const id = made.current.id;
      unwrap(
        await api.POST("/projects/{project_id}/runs", {
          params: { path: { project_id: id } },
          body: { message: words, queue: true },
          headers: onceKey(),
        }),
      );
      return id;
    },
    onSuccess: (id) => {
      onStarted();
      return navigate({ to: "/apps/$app", params: { app: id } });
    },
  });
  const problem = started.error ? detailOf(started.error) : null;
  const start = (wish: Wish) => {
    if (going.current) return;
    going.current = true;
    started.mutate(wish, { onSettled: () => (going.current = false) });
  };
  return { start, starting: started.isPending, problem };
}
