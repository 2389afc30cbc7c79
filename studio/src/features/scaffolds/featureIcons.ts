import {
  BellRing,
  ChartNoAxesColumn,
  CreditCard,
  Database,
  Languages,
  type LucideIcon,
  Mail,
  MapPin,
  MessageSquareText,
  PenLine,
  Puzzle,
  Smartphone,
  UserRound,
  UsersRound,
} from "lucide-react";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  contact: MessageSquareText,
  mail: Mail,
  "sign-in": UserRound,
  database: Database,
  payments: CreditCard,
  map: MapPin,
  analytics: UsersRound,
  errors: BellRing,
  languages: Languages,
  install: Smartphone,
  blog: PenLine,
  charts: ChartNoAxesColumn,
};

/** The picture of a feature; one that this Studio does not know has that of all. */
export function featureIcon(key: string): LucideIcon {
  return ICONS[key] ?? Puzzle;
}
