export const en = {
  bringTitle: "What is to be built",
  name: "Name",
  text: "The text",
  textHint: "Markdown or plain text, up to 5 MB.",
  file: "Choose a file",
  begin: "Read it",
  beginning: "Storing ...",
  nameMissing: "It needs a name.",
  textMissing: "It needs a text.",
  tooLong: "It is longer than 5 MB.",
  bringFailed: "It was not taken. What you wrote is still here.",
  otherText: "Type it instead",
  cancel: "Discard",
};

export type BringWords = typeof en;
