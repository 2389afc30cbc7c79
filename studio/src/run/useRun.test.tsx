import { act, screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { noteConnection } from "@/data/connection";
import { useRun } from "@/run/useRun";
import { answers, refusal } from "@/testing/handlers";
import { show } from "@/testing/show";
import { EVENTS } from "@/testing/stream";

function Seen() {
  const { view, cut } = useRun("app_1", "run_1");
  return <p>{cut ? "cut" : view.seq}</p>;
}

it("a run whose stream could not be taken up is, when the server is there again", async () => {
  let away = true;
  const told = EVENTS.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  const stream = answers("get", "/admin/apps/{app_id}/builder/chat/{id}/stream", () =>
    away ? refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "Not now." }) : new HttpResponse(`${told}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } }) as Response,
  );
  act(() => noteConnection({ feed: "lost" }));
  await show(<Seen />, [stream]);
  await screen.findByText("cut");
  away = false;
  act(() => noteConnection({ feed: "live" }));
  expect(await screen.findByText(String(EVENTS.at(-1)?.seq))).toBeTruthy();
});
