/** A contact form without a server: a valid message is kept in this browser and goes nowhere else. */
import { keep, load } from "./keep";

export type Contact = { problems: { name?: string; email?: string; message?: string }; thanks: string };

export const newContact = (_before?: Contact): Contact => ({ problems: {}, thanks: "" });

export function sendMessage(_before: Contact, form: FormData): Contact {
  const entered = (field: string) => String(form.get(field) ?? "").trim();
  const [name, email, message] = [entered("name"), entered("email"), entered("message")];
  const problems: Contact["problems"] = {};
  if (!name) problems.name = "Please enter your name.";
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) problems.email = "Please enter an address like name@example.com.";
  if (message.length < 10) problems.message = "Please write at least ten characters.";
  if (Object.keys(problems).length > 0) return { problems, thanks: "" };
  const kept = load<object[]>("contact-messages", [], Array.isArray);
  keep("contact-messages", [...kept, { name, email, message, at: new Date().toISOString() }]);
  return { problems: {}, thanks: name };
}
