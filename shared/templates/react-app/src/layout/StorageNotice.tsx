import { storageWorks } from "../lib/storage";
import { useStore } from "../lib/useStore";

export default function StorageNotice() {
  const works = useStore(storageWorks);
  return (
    <div role="status">
      {!works && (
        <p className="mb-6 rounded-card bg-highlight-soft px-4 py-3">
          This browser does not keep data for this app: it is out of room, or storage is turned off. What you change is
          lost when you close the page.
        </p>
      )}
    </div>
  );
}
