/** What cannot be drawn as the build would: the page then waits for the build, and says why. */
export class Waits extends Error {}

/** Ends the drawing with the reason, in words for a person. */
export function wait(reason) {
  throw new Waits(reason);
}
