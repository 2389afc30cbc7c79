// HttpAgent over short segments and lost connections, verified by the client's own rules.
import { HttpAgent, runHttpRequest, transformHttpEventStream, verifyEvents } from "@ag-ui/client";
import { from, lastValueFrom, toArray } from "rxjs";
import { cuttingProxy } from "./proxy.mjs";
import { resumingFetch } from "./resuming_fetch.mjs";

const { url: api, token, chat, run } = JSON.parse(process.env.SCENE);
const proxy = await cuttingProxy(api);
proxy.cutAfter(700, 1, 900);
const url = proxy.url;
const headers = { Authorization: `Bearer ${token}` };
let connections = 0;
const counted = (...given) => ((connections += 1), globalThis.fetch(...given));
const streamOf = (id) => `${url}${chat}/${id}/stream?protocol=agui`;

class Agent extends HttpAgent {
  heard = [];
  constructor() {
    super({ url: streamOf(run), headers, fetch: resumingFetch(streamOf, { fetch: counted, pause: 50 }) });
    this.subscribe({ onEvent: ({ event }) => void this.heard.push(event) });
  }
  connect() {
    return transformHttpEventStream(runHttpRequest(() => this.fetch(streamOf(run), { headers })));
  }
}

const agent = new Agent();
await agent.connectAgent();
await lastValueFrom(from(agent.heard).pipe(verifyEvents(false), toArray()));
const text = agent.heard.filter((event) => event.type === "TEXT_MESSAGE_CONTENT").map((event) => event.delta).join("");
console.log(JSON.stringify({ text, last: agent.heard.at(-1).type, connections, cuts: proxy.seen.cuts }));
proxy.close();
process.exit(0);
