export const en = {
  title: "Keyboard shortcuts",
  always: "Always",
  single: "Single keys",
  off: "They are off, so that a letter typed beside a field does nothing. Switch them on here, or in the menu at the top right.",
  on: "They are on. They do nothing while you write or a dialog is open. Switch them off here, or in the menu at the top right.",
};

export type KeysWords = typeof en;
