export const en = {
  title: "Your text is being read",
  of: (done: number, of: number) => `${done} of ${of} parts read`,
  joining: "All parts are read. What was found is being put together.",
  text: (most: string | null) => `A model reads it part by part and notes what is to be built. That takes some minutes, and goes on when you close this page.${most === null ? "" : ` ${most} is a limit at which it stops, not a price.`}`,
  toPlan: "See the plan as far as it is",
};

export type ReadingWords = typeof en;
