import { MessageCircleQuestionMark } from "lucide-react";
import { useState } from "react";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { Button } from "@/ui/Button";

/** Has the plan explained in the conversation. */
export function ExplainButton({ leads }: { leads: PilotLeads }) {
  const words = useAutopilotWords();
  const [asking, setAsking] = useState(false);
  const ask = () => {
    if (asking) return;
    setAsking(true);
    void leads.onExplain().finally(() => setAsking(false));
  };
  return (
    <Button icon={<MessageCircleQuestionMark aria-hidden size={16} strokeWidth={1.75} />} aria-disabled={asking} onClick={ask}>
      {asking ? words.explaining : words.explain}
    </Button>
  );
}
