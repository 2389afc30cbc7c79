// useChat of @ai-sdk/react, rendered, through a turn with tools, an approval, lost connections and a reloaded page.
import { Window } from "happy-dom";

const page = new Window({ url: "http://studio.localhost/" });
Object.assign(globalThis, { window: page, document: page.document });

const { createElement } = await import("react");
const { createRoot } = await import("react-dom/client");
const { useChat } = await import("@ai-sdk/react");
const { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } = await import("ai");
const { cuttingProxy, until } = await import("./proxy.mjs");

const { api, token, builder, ask, cuts, release } = JSON.parse(process.env.SCENE);
const proxy = await cuttingProxy(api);
const chat = `${proxy.url}${builder}/chat`;
const errors = [];

function mount(options = {}) {
  const known = { run: null, conversation: options.id };
  const transport = new DefaultChatTransport({
    api: `${chat}/stream`,
    headers: { Authorization: `Bearer ${token}` },
    body: () => ({ autonomy: "semi_auto", conversationId: known.conversation }),
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      known.run = answer.headers.get("x-run-id") ?? known.run;
      known.conversation = answer.headers.get("x-conversation-id") ?? known.conversation;
      known.status = answer.status;
      return answer;
    },
    prepareReconnectToStreamRequest: ({ id }) => ({ api: `${chat}/${known.run ?? id}/stream` }),
  });
  const shown = { known };
  const Probe = () => {
    shown.chat = useChat({
      ...options,
      transport,
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      onError: (error) => errors.push(String(error)),
    });
    return createElement("p", null, shown.chat.status);
  };
  const root = createRoot(page.document.body.appendChild(page.document.createElement("div")));
  root.render(createElement(Probe));
  shown.unmount = () => root.unmount();
  shown.state = () => ({ status: shown.chat?.status, messages: shown.chat?.messages, errors });
  shown.is = (status) => until(() => shown.chat?.status === status, shown.state);
  shown.last = () => shown.chat.messages.at(-1);
  shown.asked = () => (shown.last()?.parts ?? []).filter((part) => part.state === "approval-requested");
  return shown;
}

// A resumed stream may be lost again before its status was ever shown: then it is over, and the status is "error" again.
async function resumed(shown) {
  await shown.is("error");
  const over = shown.chat.resumeStream();
  await Promise.race([over, until(() => shown.chat.status !== "error", shown.state)]);
}

const first = mount();
await until(() => first.chat, "mounted");
proxy.cutAfter(...cuts.asking);
first.chat.sendMessage({ text: ask.approve });
for (const _ of cuts.asking) await resumed(first);
await until(() => first.asked().length > 0 && first.chat.status === "ready", first.state);
const waiting = { parts: structuredClone(first.last().parts), cuts: proxy.seen.cuts };
const conversation = first.known.conversation;

const beside = mount({ id: conversation, resume: true });
await until(() => beside.chat?.status === "ready" && beside.asked().length > 0, beside.state);
waiting.reloaded = structuredClone(beside.last().parts);
beside.unmount();

proxy.cutAfter(...cuts.answered);
for (const part of first.asked()) first.chat.addToolApprovalResponse({ id: part.approval.id, approved: true });
for (const _ of cuts.answered) await resumed(first);
await until(() => first.chat.status === "ready" && first.asked().length === 0, first.state);
const ended = { messages: structuredClone(first.chat.messages), cuts: proxy.seen.cuts, error: String(first.chat.error) };

first.chat.sendMessage({ text: ask.reload });
const speaks = ([, , , answer]) => answer?.parts.some((part) => part.type === "text");
await until(() => speaks(first.chat.messages), first.state);
first.unmount();
const second = mount({ id: conversation, resume: true });
await until(() => second.known.status !== undefined && second.chat?.messages.length > 0, second.state);
const found = second.known.status;
await fetch(release, { method: "POST" });
await second.is("ready");
const reloaded = { status: found, message: structuredClone(second.last()), error: String(second.chat.error) };
second.unmount();

const third = mount({ id: conversation, resume: true });
await until(() => third.known.status !== undefined, third.state);
await third.is("ready");
const idle = { status: third.known.status, messages: third.chat.messages, error: String(third.chat.error) };
third.unmount();

proxy.close();
console.log(JSON.stringify({ waiting, ended, reloaded, idle, errors, streams: proxy.seen.streams }));
process.exit(0);
