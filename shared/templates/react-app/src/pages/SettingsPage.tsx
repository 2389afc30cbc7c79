// Sample page: replace it with the settings that the app needs.
import { useState, type FormEvent } from "react";
import Page from "../layout/Page";
import { showToast } from "../lib/toasts";
import { useStore } from "../lib/useStore";
import { projects } from "../sample/projects";
import { settings } from "../sample/settings";
import Button from "../ui/Button";
import Dialog from "../ui/Dialog";
import { SelectField, TextField } from "../ui/Field";

const spans = [7, 14, 30].map((days) => ({ value: days, label: `${days} days` }));

export default function SettingsPage() {
  const { name, soon } = useStore(settings);
  const [asking, setAsking] = useState(false);

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    settings.set({ name: String(form.get("name")).trim(), soon: Number(form.get("soon")) });
    showToast("Settings saved.");
  }

  function removeAll() {
    projects.set([]);
    setAsking(false);
    showToast("All projects are deleted.");
  }

  return (
    <Page lead="Kept in this browser, for you alone." title="Settings">
      <div className="grid max-w-2xl gap-6">
        <form className="card grid gap-5 p-6" onSubmit={save}>
          <h2 className="text-xl">You</h2>
          <TextField autoComplete="given-name" defaultValue={name} hint="The overview greets you by it." label="Name" maxLength={40} name="name" />
          <SelectField defaultValue={soon} hint="How far ahead the overview counts." label="Due soon means within" name="soon" options={spans} />
          <Button className="justify-self-start" look="primary" type="submit">
            Save settings
          </Button>
        </form>
        <section aria-labelledby="data-title" className="card p-6">
          <h2 className="text-xl" id="data-title">
            Data
          </h2>
          <p className="mt-2 mb-5 text-muted">Projects stay in this browser until you delete them.</p>
          <Button look="danger" onClick={() => setAsking(true)}>
            Delete all projects
          </Button>
        </section>
      </div>

      {asking && (
        <Dialog onClose={() => setAsking(false)} title="Delete all projects?">
          <p className="mb-6 text-muted">They cannot be brought back.</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={() => setAsking(false)}>Keep them</Button>
            <Button look="danger" onClick={removeAll}>
              Delete all
            </Button>
          </div>
        </Dialog>
      )}
    </Page>
  );
}
