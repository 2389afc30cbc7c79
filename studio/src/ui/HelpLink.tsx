import { Link } from "@tanstack/react-router";
import { useHelpWords } from "@/messages/help/useHelpWords";

/** From where somebody may wonder to the chapter that explains it. */
export function HelpLink({ chapter }: { chapter: string }) {
  return (
    <Link to="/help" search={{ chapter }} className="rounded-sm text-sm text-accent underline max-md:min-h-11">
      {useHelpWords().more}
    </Link>
  );
}
