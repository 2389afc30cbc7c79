// HttpAgent of @ag-ui/client through turns with tools, approvals, lost connections and a replay, each stream verified.
import { HttpAgent, runHttpRequest, transformHttpEventStream, verifyEvents } from "@ag-ui/client";
import { from, lastValueFrom, toArray } from "rxjs";
import { cuttingProxy } from "./proxy.mjs";
import { resumingFetch } from "./resuming_fetch.mjs";

const { api, token, builder, ask, cuts } = JSON.parse(process.env.SCENE);
const headers = { Authorization: `Bearer ${token}` };
const proxy = await cuttingProxy(api);
const chat = `${proxy.url}${builder}/chat`;
const streamOf = (run) => `${chat}/${run}/stream?protocol=agui`;
const warnings = [];
console.warn = (...words) => warnings.push(words.join(" "));

class Agent extends HttpAgent {
  heard = [];
  last = "0";

  constructor() {
    const onSeen = (id) => (this.last = id);
    super({ url: `${chat}/stream?protocol=agui`, headers, fetch: resumingFetch(streamOf, { pause: 50, onSeen }) });
    this.subscribe({
      onEvent: ({ event }) => void this.heard.push(event),
      onRunStartedEvent: ({ event }) => void ([this.threadId, this.runId] = [event.threadId, event.runId]),
    });
  }

  // Follows a run that is there already, from the end of the segment before.
  connect() {
    const init = { headers: { ...headers, "Last-Event-ID": this.last } };
    return transformHttpEventStream(runHttpRequest(() => this.fetch(streamOf(this.runId), init)));
  }
}

const say = (agent, content) => agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
const outcomes = (agent) => agent.heard.filter((event) => event.type === "RUN_FINISHED").map((event) => event.outcome.type);
const legal = (events) => lastValueFrom(from(events).pipe(verifyEvents(false), toArray()));

// 1. A turn whose approval is given by our own route, followed on by connecting again.
const agent = new Agent();
const forwardedProps = { autonomy: "semi_auto" };
say(agent, ask.approve);
proxy.cutAfter(...cuts.asking);
await agent.runAgent({ forwardedProps });
const [interrupt] = agent.pendingInterrupts;
const run = agent.runId;
const advanced = await fetch(`${api}/runs/${run}/advance`, {
  method: "POST",
  headers: { ...headers, "Content-Type": "application/json" },
  body: JSON.stringify({ approval: "approve", step_id: interrupt.metadata.step_id }),
});
const told = { interrupt, status: advanced.status };
agent.pendingInterrupts = [];
const before = agent.heard.length;
proxy.cutAfter(...cuts.answered);
const { result } = await agent.connectAgent();
const first = { result, outcomes: outcomes(agent), segments: [before, agent.heard.length - before], cuts: proxy.seen.cuts };
const live = structuredClone(agent.heard);
const messages = structuredClone(agent.messages);

// 2. The same run read from its beginning, by somebody who was never there.
const late = new Agent();
late.runId = run;
await late.connectAgent();
const replay = { same: JSON.stringify(late.heard) === JSON.stringify(live), messages: late.messages };

// 3. A second turn of the thread, its interrupt answered the protocol's own way.
say(agent, ask.resume);
await agent.runAgent({ forwardedProps });
const resume = agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, status: "resolved", payload: { approved: true } }));
proxy.cutAfter(...cuts.resumed);
const again = await agent.runAgent({ resume });
await legal(agent.heard);

const second = { result: again.result, outcomes: outcomes(agent), thread: agent.threadId, pending: agent.pendingInterrupts };
console.log(JSON.stringify({ told, first, messages, replay, second, live, state: agent.state, warnings, cuts: proxy.seen.cuts, streams: proxy.seen.streams }));
proxy.close();
process.exit(0);
