/** What the chart shows. */
export const numbers = {
  title: "Visitors a month",
  unit: "Visitors",
  rows: [
    { label: "January", value: 120 },
    { label: "February", value: 180 },
    { label: "March", value: 240 },
    { label: "April", value: 210 },
  ],
};
