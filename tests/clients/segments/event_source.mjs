// The platform's EventSource on a project's feed: it goes on over segments, and stops for good when newer tabs took its place.
const { url, feed } = JSON.parse(process.env.SCENE);

const heard = [];
const source = new EventSource(`${url}${feed}`);
let opened = 0;
source.onopen = () => (opened += 1);
for (const name of ["conversation_message", "ended"]) {
  source.addEventListener(name, ({ data }) => heard.push({ name, ...JSON.parse(data) }));
}
console.log("ready");
while (source.readyState !== EventSource.CLOSED) await new Promise((wake) => setTimeout(wake, 20));
console.log(JSON.stringify({ heard, opened }));
