/** A contact form without a server: a valid message is kept in this browser and goes nowhere else. */
import { keep, load } from "./keep";

export type Message = { name: string; email: string; message: string; at: string };
export type Contact = { problems: Partial<Record<"name" | "email" | "message", string>>; thanks: string };

const KEY = "contact-messages";

export function newContact(_before?: Contact): Contact {
  return { problems: {}, thanks: "" };
}

export function sendMessage(_before: Contact, form: FormData): Contact {
  const [name, email, message] = ["name", "email", "message"].map((field) => String(form.get(field) ?? "").trim()) as [
    string,
    string,
    string,
  ];
  const problems: Contact["problems"] = {};
  if (!name) problems.name = "Please enter your name.";
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) problems.email = "Please enter an address like name@example.com.";
  if (message.length < 10) problems.message = "Please write at least ten characters.";
  if (Object.keys(problems).length > 0) return { problems, thanks: "" };
  const kept = load<Message[]>(KEY, [], Array.isArray);
  keep(KEY, [...kept, { name, email, message, at: new Date().toISOString() }]);
  return { problems: {}, thanks: name };
}
