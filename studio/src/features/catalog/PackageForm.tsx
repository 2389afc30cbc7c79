import { useState } from "react";
import { nearOf, useAddPackage } from "@/data/packages";
import { codeOf, detailOf, problemOf } from "@/data/problem";
import { isPackageName, isPackageVersion, type PackageWish } from "@/domain/packages";
import { useSets } from "@/features/catalog/useSets";
import type { PackageWords } from "@/messages/packages/en";
import { usePackageWords } from "@/messages/packages/usePackageWords";
import { useFields } from "@/run/useFields";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";

type Field = "name" | "version" | "line";

/** Names a package to be vetted and added. What cannot be right is said at its field. */
export function PackageForm({ wish }: { wish: PackageWish }) {
  const { form } = usePackageWords();
  const sets = useSets();
  const add = useAddPackage();
  const [asked, setAsked] = useState(wish.name);
  const { fields: typed, change: write, sent } = useFields(`package.${wish.name}`, { name: asked, version: "", line: wish.line ?? "" });
  const [tried, setTried] = useState(false);
  const name = typed.name.trim();
  const version = typed.version.trim();
  const line = sets.find(({ value }) => value === typed.line)?.value ?? sets[0]?.value ?? "current";
  const wrong = tried ? wrongIn(name, version, form) : {};
  const refused = add.error ? refusedFor(add.error, name, form) : {};
  const change = (field: Field) => (text: string) => {
    write({ [field]: text });
    if (add.isError || add.isSuccess) add.reset();
  };
  const send = () => {
    setTried(true);
    if (add.isPending || Object.keys(wrongIn(name, version, form)).length > 0) return;
    const settle = () => {
      sent();
      setAsked("");
      setTried(false);
    };
    add.mutate({ name, line, ...(version ? { version } : {}) }, { onSuccess: settle });
  };
  const placed = Object.keys(refused).length > 0;
  return (
    <section aria-label={form.title} className="flex flex-col gap-3">
      <h2 className="text-lg">{form.title}</h2>
      <form
        aria-label={form.title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4"
      >
        <div className="grid gap-4 md:grid-cols-2">
          <TextField label={form.name} hint={form.nameHint} fault={wrong.name ?? refused.name} value={typed.name} onChange={change("name")} placeholder="left-pad" />
          <TextField label={form.version} hint={form.versionHint} fault={wrong.version ?? refused.version} value={typed.version} onChange={change("version")} placeholder="1.3.0" />
        </div>
        <SelectField
          label={form.line}
          hint={form.lineHint}
          fault={refused.line}
          value={line}
          options={sets}
          onChange={change("line")}
        />
        {add.isError && !placed && <Fault title={form.failed} detail={codeOf(add.error) === "CATALOG_BUSY" ? form.busy : detailOf(add.error)} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button look="main" pill type="submit" aria-disabled={add.isPending}>
            {add.isPending ? form.adding : form.add}
          </Button>
          <p role="status" className="text-sm text-muted">
            {add.isSuccess ? form.begun(add.data.name) : ""}
          </p>
        </div>
      </form>
    </section>
  );
}

type Faults = Partial<Record<Field, string>>;

function wrongIn(name: string, version: string, form: PackageWords["form"]): Faults {
  const faults: Faults = {};
  if (!isPackageName(name)) faults.name = name ? form.nameWrong : form.nameMissing;
  if (version && !isPackageVersion(version)) faults.version = form.versionWrong;
  return faults;
}

/** What the server says about one field; nothing where its refusal is about none of them. */
function refusedFor(error: Error, name: string, form: PackageWords["form"]): Faults {
  const code = codeOf(error);
  if (code === "PACKAGE_IN_CATALOG") return { name: form.there };
  const near = nearOf(error);
  if (near) return { name: form.near(name, near) };
  const problem = problemOf(error);
  const field = (["name", "version", "line"] as const).find((one) => one === problem?.place.replace(/^body\./, ""));
  return field ? { [field]: problem?.words ?? "" } : {};
}
