// A proxy on this machine that loses the connection of an event stream after so many bytes of its body.
import http from "node:http";

export async function cuttingProxy(upstream) {
  const target = new URL(upstream);
  const cuts = [];
  const seen = { cuts: 0, streams: [] };
  const server = http.createServer((request, answer) => {
    const headers = { ...request.headers, host: target.host };
    const options = { host: target.hostname, port: target.port, path: request.url, method: request.method, headers };
    const out = http.request(options, (from) => {
      const streams = String(from.headers["content-type"]).startsWith("text/event-stream");
      if (streams) seen.streams.push(`${request.method} ${request.url}`);
      let left = streams && cuts.length ? cuts.shift() : Infinity;
      answer.writeHead(from.statusCode, from.headers);
      from.on("data", (piece) => {
        if (from.destroyed) return; // what was read before the cut
        answer.write(piece.subarray(0, left));
        left -= piece.length;
        if (left > 0) return;
        seen.cuts += 1;
        from.destroy();
        setTimeout(() => answer.socket?.destroy(), 20);
      });
      from.on("end", () => answer.end());
      from.on("error", () => {});
    });
    out.on("error", () => answer.destroy());
    answer.on("close", () => out.destroy());
    request.pipe(out);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${server.address().port}`;
  return { url, seen, cutAfter: (...bytes) => cuts.push(...bytes), close: () => server.close(), left: () => cuts.length };
}

export async function until(what, told, seconds = 90) {
  const end = Date.now() + seconds * 1000;
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`not in ${seconds} s: ${typeof told === "function" ? JSON.stringify(told()) : told}`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}
