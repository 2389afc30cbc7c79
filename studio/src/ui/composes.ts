/**
 * Whether a key is the input method's own. Safari ends the composition before it tells of the Enter that ended it, which has
 * this number alone.
 */
export function composes({ isComposing, keyCode }: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return isComposing || keyCode === 229;
}
