/** A countdown: what is left when it stands still, and the moment it ends while it runs. */
export type Countdown = { total: number; left: number; endsAt: number | null };

export const minutes = MINUTES;

export function newCountdown(chosen: number): Countdown {
  return { total: chosen * 60, left: chosen * 60, endsAt: null };
}

export function chooseMinutes(_before: Countdown, chosen: number): Countdown {
  return newCountdown(chosen);
}

export function startOrPause(timer: Countdown): Countdown {
  if (timer.endsAt !== null) return { ...timer, endsAt: null };
  const left = timer.left > 0 ? timer.left : timer.total;
  return { ...timer, left, endsAt: Date.now() + left * 1000 };
}

export function tick(timer: Countdown): Countdown {
  if (timer.endsAt === null) return timer;
  const left = Math.max(0, Math.ceil((timer.endsAt - Date.now()) / 1000));
  return { ...timer, left, endsAt: left > 0 ? timer.endsAt : null };
}

export function startAgain(timer: Countdown): Countdown {
  return { ...timer, left: timer.total, endsAt: null };
}

export function clock(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}
