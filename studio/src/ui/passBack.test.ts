import { expect, it } from "vitest";
import { passBack } from "@/ui/passBack";

it("the focus in what goes away goes to the control before it that can have it, and any other stays", () => {
  document.body.innerHTML = "<button id=a></button><button id=b disabled></button><p><button id=c></button></p><button id=d></button>";
  const [, , inside, after] = [...document.querySelectorAll("button")];
  const leave = passBack(document.querySelector("p"));
  after?.focus();
  leave?.();
  expect(document.activeElement?.id).toBe("d");
  inside?.focus();
  leave?.();
  expect(document.activeElement?.id).toBe("a");
});
