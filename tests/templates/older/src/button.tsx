import { Slot } from "@radix-ui/react-slot";
import { Check } from "lucide-react";
import { twMerge } from "tailwind-merge";
export function Button({ label }: { label: string }) {
  return <Slot className={twMerge("p-2", "bg-brand p-4 animate-in")}><button><Check />{label}</button></Slot>;
}
Button.defaultProps = { label: "by default" };
