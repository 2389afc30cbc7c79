// Reads recorded streams ({name, sse} as JSON on stdin) and tells what the AI SDK's own client makes of each.
import { AbstractChat, DefaultChatTransport, parseJsonEventStream, uiMessageChunkSchema } from "ai";

class State {
  status = "ready";
  messages = [];
  error = undefined;
  pushMessage = (message) => this.messages.push(message);
  popMessage = () => this.messages.pop();
  replaceMessage = (index, message) => (this.messages[index] = message);
  snapshot = (value) => structuredClone(value);
}

class Chat extends AbstractChat {}

const respond = (sse) => new Response(sse, { status: 200, headers: { "content-type": "text/event-stream" } });

async function chunksOf(sse) {
  const refused = [];
  const kinds = [];
  const stream = parseJsonEventStream({ stream: respond(sse).body, schema: uiMessageChunkSchema });
  for await (const part of stream) {
    if (part.success) kinds.push(part.value.type);
    else refused.push(String(part.error));
  }
  return { kinds, refused };
}

async function chat(sse, resumed) {
  const sent = [];
  const data = [];
  const thrown = [];
  const fetch = async (url, init) => {
    sent.push({ url: String(url), method: init.method ?? "GET", body: init.body ? JSON.parse(init.body) : null });
    return init.method === "POST" ? respond(sse) : resumed === null ? new Response(null, { status: 204 }) : respond(resumed);
  };
  const client = new Chat({
    id: "conv_00000000000000000000000000",
    state: new State(),
    transport: new DefaultChatTransport({ api: "https://api.invalid/chat", fetch }),
    onData: (part) => data.push(part),
    onError: (error) => thrown.push(String(error)),
  });
  if (resumed === undefined) await client.sendMessage({ text: "Make it blue" });
  else await client.resumeStream();
  const message = client.messages.at(-1);
  return { sent, data, thrown, status: client.status, parts: message?.role === "assistant" ? message.parts : [] };
}

let input = "";
for await (const piece of process.stdin) input += piece;
const answers = {};
for (const { name, sse } of JSON.parse(input)) {
  answers[name] = { ...(await chunksOf(sse)), first: await chat(sse), again: await chat(sse, sse) };
}
answers.nothing = await chat("", null);
console.log(JSON.stringify(answers));
