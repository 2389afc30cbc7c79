export const en = {
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: "It can be brought back for seven days. After that nothing of it is left.",
  deleteLive: "It goes offline at once. It can be brought back for seven days, and then published again. After that nothing of it is left.",
  deleteNow: "Delete",
  deleting: "Deleting ...",
  deleteFailed: "It was not deleted.",
  deletedText: "Each is kept for seven days after it was deleted.",
  deletedWhen: (when: string) => `deleted ${when}`,
  deletedFailed: "The deleted apps could not be loaded.",
  noneDeleted: "None. What you delete can be brought back here for seven days.",
  bringBack: "Bring back",
  bringBackApp: (name: string) => `Bring back ${name}`,
  bringBackFailed: "It was not brought back.",
};

export type ShelfWords = typeof en;
