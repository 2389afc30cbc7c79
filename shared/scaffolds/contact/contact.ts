// @scaffold contact
import { address, ask, field, form, json, notReady, section, show } from "../common/dom";

const target = address(import.meta.env.VITE_CONTACT_FORM_URL);

/** A form whose messages a form service sends on by e-mail. */
export function mountContact(place: Element | null): () => void {
  return show(place, section("contact-form", "Write to us", target ? contactForm() : notReady("This form")));
}

function contactForm(): HTMLElement {
  const trap = field("Leave this empty", "_gotcha", { tabindex: "-1", autocomplete: "off" });
  trap.classList.add("feature-trap");
  trap.setAttribute("aria-hidden", "true");
  const fields = [
    field("Your name", "name", { required: true, autocomplete: "name", maxlength: "200" }),
    field("Your e-mail address", "email", { required: true, type: "email", autocomplete: "email" }),
    field("Your message", "message", { required: true, rows: "5", maxlength: "5000" }),
    trap,
  ];
  return form(fields, "Send message", async (data) => {
    await ask(target, json(Object.fromEntries(data)));
    return "Thank you. Your message is on its way.";
  });
}
