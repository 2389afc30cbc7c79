/** How many messages one may send: so many at once, and so many more each second. */
export class Budget {
  private left: number;
  private at = 0;

  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
  ) {
    this.left = burst;
  }

  /** Whether one more fits at this moment (milliseconds of any clock). */
  spend(now: number): boolean {
    const since = this.at === 0 ? 0 : Math.max(0, now - this.at);
    this.at = now;
    this.left = Math.min(this.burst, this.left + (since / 1000) * this.perSecond) - 1;
    return this.left >= 0;
  }
}
