// @scaffold mail
import { ask, field, form, json, notReady, section, setting, show } from "../common/dom";

const SEND = "https://api.emailjs.com/api/v1.0/email/send";
const service = setting(import.meta.env.VITE_EMAILJS_SERVICE);
const template = setting(import.meta.env.VITE_EMAILJS_TEMPLATE);
const key = setting(import.meta.env.VITE_EMAILJS_PUBLIC_KEY);

/** A message that arrives as an e-mail, written by a template of EmailJS. */
export function mountMail(place: Element | null): () => void {
  const ready = service && template && key;
  return show(place, section("mail-form", "Tell us what you think", ready ? mailForm() : notReady("This form")));
}

/** Sends one e-mail. The names are those that the template uses: {{from_name}}, {{reply_to}}, {{message}}. */
export function sendMail(words: Record<string, string>): Promise<unknown> {
  return ask(SEND, json({ service_id: service, template_id: template, user_id: key, template_params: words }));
}

function mailForm(): HTMLElement {
  const fields = [
    field("Your name", "from_name", { required: true, autocomplete: "name", maxlength: "200" }),
    field("Where we may answer", "reply_to", { required: true, type: "email", autocomplete: "email" }),
    field("Your words", "message", { required: true, rows: "5", maxlength: "5000" }),
  ];
  return form(fields, "Send", async (data) => {
    await sendMail(Object.fromEntries([...data].map(([name, value]) => [name, String(value)])));
    return "Thank you. It is sent.";
  });
}
