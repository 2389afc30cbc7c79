export const en = {
  untitled: "Without a name",
  nameLabel: "Name of the chat",
  findHint: "Names, messages and answers that have all the words",
  foundSome: "Only the newest chats and turns were searched.",
  none: "No chats yet. The first message begins one.",
  listFailed: "Your chats could not be loaded. Nothing of them is lost.",
  removeSure: "The chat leaves your lists, and the agent is no longer told what was said in it. Your app, its history and proposals stay, and you can bring the chat back.",
  removedChats: "Removed chats",
  backToChats: "Back to the chats",
  noneRemoved: "No chat was removed.",
};

export type ThreadWords = typeof en;
