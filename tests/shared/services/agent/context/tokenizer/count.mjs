// Reads {name: text} as JSON on stdin; prints {name: number of tokens} in the encoding of current OpenAI models.
import { encode } from "gpt-tokenizer/encoding/o200k_base";

let input = "";
for await (const piece of process.stdin) input += piece;
const allowed = { disallowedSpecial: new Set() };
const counted = Object.entries(JSON.parse(input)).map(([name, text]) => [name, encode(text, allowed).length]);
console.log(JSON.stringify(Object.fromEntries(counted)));
