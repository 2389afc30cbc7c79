/** Where documents lead to. */
export interface DocLeads {
  toPlan: (blueprint: string) => void;
}
