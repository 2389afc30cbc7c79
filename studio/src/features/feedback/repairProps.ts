import type { Workspace } from "@/data/workspace";

export interface RepairProps {
  workspace: Workspace;
  /** Whether what a build found stands above it already. */
  brief: boolean;
  /** The chat in which a repair is at work. */
  onChat: (chat: string) => void;
  /** To the message box, for words of one's own. */
  onSay: () => void;
}
