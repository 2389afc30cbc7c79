// useChat's own machinery over short segments: with our fetch it notices nothing; without, the end of one looks like the end.
import { AbstractChat, DefaultChatTransport } from "ai";
import { resumingFetch } from "./resuming_fetch.mjs";

const { url, token, chat, run } = JSON.parse(process.env.SCENE);
const stream = `${url}${chat}/${run}/stream`;

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

export async function follow(fetch, address = stream) {
  const thrown = [];
  const client = new Chat({
    state: new State(),
    transport: new DefaultChatTransport({
      api: "unused", fetch, headers: { Authorization: `Bearer ${token}` },
      prepareReconnectToStreamRequest: () => ({ api: address }),
    }),
    onError: (error) => thrown.push(String(error)),
  });
  await client.resumeStream();
  const parts = client.messages.at(-1)?.parts ?? [];
  const text = parts.filter((part) => part.type === "text").map((part) => part.text).join("");
  return { status: client.status, thrown, text, done: parts.some((part) => part.type === "data-done") };
}

let connections = 0;
const counted = (...given) => ((connections += 1), globalThis.fetch(...given));
const again = (id) => `${url}${chat}/${id}/stream`;
const [resuming, plain, bare] = await Promise.all([
  follow(resumingFetch(again, { fetch: counted })),
  follow(globalThis.fetch),
  follow(globalThis.fetch, `${stream}?viewer=bare`),
]);
console.log(JSON.stringify({ resuming, plain, bare, connections }));
