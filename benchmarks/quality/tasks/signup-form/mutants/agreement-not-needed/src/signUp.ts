export type SignUp = { name: string; email: string; seats: number; agreed: boolean };
export type Problems = Partial<Record<keyof SignUp, string>>;

/** Euros. */
export const pricePerSeat = 45;

/** What is wrong with a sign-up, by its field; empty when nothing is. */
export function check(form: SignUp): Problems {
  const found: Problems = {};
  if (form.name.trim() === "") found.name = "Please tell us your name.";
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email.trim())) found.email = "Please give an address like ada@example.com.";
  return found;
}
