import { dismissToast, toasts } from "../lib/toasts";
import { useStore } from "../lib/useStore";
import Button from "./Button";

/** Stands once in the layout. Show a message from anywhere with `showToast`. */
export default function Toasts() {
  return (
    <div aria-live="polite" className="toasts" role="status">
      {useStore(toasts).map(({ id, message, tone }) => (
        <div className={`toast toast-${tone}`} key={id}>
          {message}
          <Button icon="close" label="Dismiss" look="quiet" onClick={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}
