import { useHomeWords } from "@/messages/home/useHomeWords";

/** Why a file is not taken. */
export function NotText() {
  return (
    <p role="alert" className="text-bad">
      {useHomeWords().notText}
    </p>
  );
}
