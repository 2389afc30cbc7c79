import { CompilerHost } from "./host.mjs";
import { endGroup } from "./process.mjs";

const host = new CompilerHost({ wallMs: Number(process.argv[2]) });

process.on("message", async (message) => process.send(await host.run(message)));
// The function has ended, perhaps while a source is compiled that never ends: that is a thread, this is not.
process.on("disconnect", () => endGroup(process.pid));
