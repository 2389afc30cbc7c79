import type { Config } from "tailwindcss";
import animate from "tailwindcss-animate";
export default { content: ["./src/**/*.tsx"], theme: { extend: { colors: { brand: "#123456" } } }, plugins: [animate] } satisfies Config;
