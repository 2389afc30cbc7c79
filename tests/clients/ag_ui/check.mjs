// Reads recorded streams ({name, sse} as JSON on stdin) and tells what AG-UI's own client makes of each.
import { HttpAgent } from "@ag-ui/client";

async function heard(sse) {
  const warnings = [];
  console.warn = (...words) => warnings.push(words.join(" "));
  console.error = () => {};
  const events = [];
  const respond = () => Promise.resolve(new Response(sse, { headers: { "content-type": "text/event-stream" } }));
  const agent = new HttpAgent({ url: "https://api.invalid/chat", fetch: respond });
  let thrown = null;
  const run = agent.runAgent({}, { onEvent: ({ event }) => void events.push(event) });
  await run.catch((error) => (thrown = String(error)));
  return { thrown, warnings, events, messages: agent.messages, pending: agent.pendingInterrupts };
}

let input = "";
for await (const piece of process.stdin) input += piece;
const answers = {};
for (const { name, sse } of JSON.parse(input)) answers[name] = await heard(sse);
console.log(JSON.stringify(answers));
