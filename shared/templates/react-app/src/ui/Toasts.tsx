import { dismissToast, takeAction, toasts } from "../lib/toasts";
import { useStore } from "../lib/useStore";
import Button from "./Button";

/** Stands once in the layout. Show a message from anywhere with `showToast`. */
export default function Toasts() {
  return (
    <div aria-live="polite" className="toasts" role="status">
      {useStore(toasts).map((toast) => (
        <div className={`toast toast-${toast.tone}`} key={toast.id}>
          <span className="toast-message">{toast.message}</span>
          {toast.action && (
            <Button className="toast-action" look="quiet" onClick={() => takeAction(toast)}>
              {toast.action.label}
            </Button>
          )}
          <Button icon="close" label="Dismiss" look="quiet" onClick={() => dismissToast(toast.id)} />
        </div>
      ))}
    </div>
  );
}
