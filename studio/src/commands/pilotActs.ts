/** What can be done with the autopilot of the app that is open; offered by what shows it. */
interface PilotActs {
  /** Paused, or stopped with a reason. */
  stands: boolean;
  /** Whether a phase was started with it: only then there is something to pause. */
  isOn: boolean;
  open: () => void;
  /** Pauses it, or lets it go on where it stands. */
  order: () => void;
  explain: () => void;
}

let offered: PilotActs | null = null;

export const pilotActs = (): PilotActs | null => offered;

/** Until the function that is returned is called. */
export function offerPilot(acts: PilotActs): () => void {
  offered = acts;
  return () => {
    if (offered === acts) offered = null;
  };
}
