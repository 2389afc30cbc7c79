export const en = {
  open: "Edit",
  form: "The words of this part",
  lead: "Tasks and code go by what stands here. Your text itself stays as it is.",
  title: "Title",
  summary: "What it is about",
  done: "Done when",
  doneHint: "A line each.",
  faults: { empty: "It needs a title.", long: "That is too long.", many: "At most 50 lines." },
  save: "Save",
  saving: "Saving ...",
  cancel: "Discard",
  failed: "It was not saved. What you wrote is still here.",
  clash: "It was changed meanwhile, by somebody else or by its tasks. What you wrote is still here: save it again, and it takes the place of what stands now.",
};

export type EditWords = typeof en;
