/** The words on the page. The sections in src/sections show them. */

export const site = { name: "Crumb & Crust" };

export const navigation = [
  { label: "Bread", href: "#bread" },
  { label: "Opening hours", href: "#hours" },
  { label: "Questions", href: "#questions" },
];

export const hero = {
  title: "Bread that takes its time",
  lead: "Sourdough, rolls and cake, baked overnight on Linden Street and still warm when you come.",
};

export const breads = [
  { name: "Linden loaf", text: "Wheat and rye, two days of rest, a dark crust.", price: "5.80 €" },
  { name: "Seeded rye", text: "All rye, with sunflower and flax seeds.", price: "6.40 €" },
  { name: "Morning roll", text: "Crisp, small, gone by ten.", price: "0.90 €" },
];

export const hours = [
  { day: "Monday", time: "Closed" },
  { day: "Tuesday", time: "7:00 - 18:00" },
  { day: "Wednesday", time: "7:00 - 18:00" },
  { day: "Thursday", time: "7:00 - 18:00" },
  { day: "Friday", time: "7:00 - 14:00" },
  { day: "Saturday", time: "7:00 - 19:00" },
  { day: "Sunday", time: "8:00 - 11:00" },
];

export const questions = [
  { question: "Can I order ahead?", answer: "Yes, write to us by noon of the day before." },
  { question: "Is there anything without gluten?", answer: "Not yet: our room is small and flour gets everywhere." },
  { question: "May I bring my dog?", answer: "Dogs wait outside, where there is a bowl of water." },
];

export const mail = "hello@crumb-and-crust.example";
