// useChat of @ai-sdk/react, rendered: steps of several calls of which one waits, another answer, a picture.
import { Window } from "happy-dom";

const page = new Window({ url: "http://studio.localhost/" });
Object.assign(globalThis, { window: page, document: page.document });

const { createElement } = await import("react");
const { createRoot } = await import("react-dom/client");
const { useChat } = await import("@ai-sdk/react");
const { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } = await import("ai");
const { until } = await import("./proxy.mjs");

const { api, token, builder, ask } = JSON.parse(process.env.SCENE);
const chat = `${api}${builder}/chat`;
const known = { conversation: null };
const posts = [];
const errors = [];
let shown;

const transport = new DefaultChatTransport({
  api: `${chat}/stream`,
  headers: { Authorization: `Bearer ${token}` },
  body: () => ({ autonomy: "semi_auto", conversationId: known.conversation }),
  fetch: async (url, init) => {
    const answer = await fetch(url, init);
    known.conversation = answer.headers.get("x-conversation-id") ?? known.conversation;
    posts.push(answer.status);
    return answer;
  },
});

const Probe = () => {
  shown = useChat({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    onError: (error) => errors.push(String(error.message)),
  });
  return createElement("p", null, shown.status);
};
createRoot(page.document.body.appendChild(page.document.createElement("div"))).render(createElement(Probe));

const state = () => ({ status: shown?.status, posts, errors, messages: shown?.messages });
const last = () => shown.messages.at(-1);
const parts = () => last()?.parts ?? [];
const asked = () => parts().filter((part) => part.state === "approval-requested");
const done = () => parts().filter((part) => part.type === "data-done").map((part) => part.data.status);
const calls = () => parts().filter((part) => part.type === "dynamic-tool").map((part) => [part.toolName, part.state]);
const ready = () => shown.status === "ready" && asked().length === 0 && done().at(-1) === "completed";

await until(() => shown, state);
const steps = {};
for (const order of ["first", "second", "third"]) {
  const before = posts.length;
  shown.sendMessage({ text: ask[order] });
  await until(() => shown.status === "ready" && asked().length > 0, state);
  const waiting = calls();
  for (const part of asked()) shown.addToolApprovalResponse({ id: part.approval.id, approved: true });
  await until(ready, state);
  steps[order] = { waiting, ended: calls(), done: done(), posts: posts.length - before };
}

const old = last().id;
shown.regenerate();
await until(() => last()?.id !== old && asked().length > 0 && shown.status === "ready", state);
for (const part of asked()) shown.addToolApprovalResponse({ id: part.approval.id, approved: true });
await until(ready, state);
const revision = () => parts().find((part) => part.type === "data-revision")?.data.revision_id;
const again = { old, id: last().id, revision: revision(), messages: shown.messages.length };

const theirs = shown.messages.at(-2).id;
shown.regenerate({ messageId: theirs });
await until(() => errors.length === 1 && shown.status === "error", state);

const picture = { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw0KGgo=" };
shown.sendMessage({ text: ask.picture, files: [picture] });
await until(() => errors.length === 2 && shown.status === "error", state);
const note = { type: "file", mediaType: "text/plain", filename: "note.txt", url: "data:text/plain;base64,QmUgYmx1ZQ==" };
shown.sendMessage({ text: ask.after, files: [note] });
await until(ready, state);

console.log(JSON.stringify({ steps, again, errors, posts, last: calls() }));
process.exit(0);
