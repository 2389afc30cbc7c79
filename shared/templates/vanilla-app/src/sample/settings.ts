// Sample content: replace it with the settings that the app needs.
import { persistent } from "../lib/storage";

export type Settings = { name: string; soon: number };

export const settings = persistent<Settings>({
  key: "starter.settings",
  version: 1,
  initial: () => ({ name: "", soon: 7 }),
  check: (data): data is Settings => {
    const { name, soon } = (data ?? {}) as Partial<Settings>;
    return typeof name === "string" && typeof soon === "number";
  },
});
