export const en = {
  again: "Another answer",
  againText: "The agent answers this message once more, at about the same cost. Its answer takes the place of this one when it is kept; until then this one stays.",
  begun: "It is being answered again.",
  failed: "It is not answered again. This answer stays.",
  reword: "Say it differently",
};

export type AgainWords = typeof en;
