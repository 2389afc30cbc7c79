import { useDraft } from "@/run/useDraft";

/** Where a text is written that is not kept yet: a document of the app, or a newer one in the place of another. */
export const docDraft = (of: string) => `document.${of}`;
/** Where one is that a plan is to be read from. */
export const planDraft = (app: string) => `blueprint.${app}`;
/** Where a task is that a person writes. */
export const taskDraft = (app: string) => `task.new.${app}`;
/** Where the name of such a text is. */
export const nameDraft = (draft: string) => `${draft}.name`;

/** Whether somebody has begun to write a text or its name, and it stands there still. */
export function useIsBegun(draft: string): boolean {
  const [typed] = useDraft(draft);
  const [name] = useDraft(nameDraft(draft));
  return typed !== "" || name !== "";
}
