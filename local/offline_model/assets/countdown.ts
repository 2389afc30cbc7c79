/** A countdown: what is left when it stands still, and the moment it ends while it runs. */
export type Countdown = { total: number; left: number; endsAt: number | null };

export const minutes = MINUTES;

export const newCountdown = (chosen: number): Countdown => ({ total: chosen * 60, left: chosen * 60, endsAt: null });
export const chooseMinutes = (_before: Countdown, chosen: number): Countdown => newCountdown(chosen);
export const startAgain = (timer: Countdown): Countdown => ({ ...timer, left: timer.total, endsAt: null });

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

const two = (value: number) => String(value).padStart(2, "0");
export const clock = (seconds: number) => `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
