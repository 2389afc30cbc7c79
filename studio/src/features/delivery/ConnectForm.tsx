import { ExternalLink } from "lucide-react";
import { useState } from "react";
import type { App } from "@/data/apps";
import { type ForgeKind, type GitConnection, useConnecting } from "@/data/git";
import { GitFault } from "@/features/delivery/GitFault";
import { useGitWords } from "@/messages/git/useGitWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Field, FIELD } from "@/ui/Field";
import { intoForm } from "@/ui/firstField";
import { LinkButton } from "@/ui/LinkButton";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";

const NEW_TOKEN = "https://github.com/settings/personal-access-tokens/new";
const NEW_APP = "https://github.com/settings/apps/new";
type Kind = ForgeKind | "app" | "none";
const KINDS: readonly Kind[] = ["github", "app", "forgejo", "none"];

interface Props {
  app: App;
  /** The repository that gets another token. */
  again?: GitConnection;
  onDone?: () => void;
}

/** Which repository, of what kind of host, and the token. What was typed as token is never shown. */
export function ConnectForm({ app, again, onDone }: Props) {
  const { own: words } = useGitWords();
  const { common } = useMessages();
  const { connect } = useConnecting(app.id);
  const [url, setUrl] = useState(again?.url ?? "");
  const [kind, setKind] = useState<Kind>(again ? (again.github_app ? "app" : (again.forge ?? "none")) : "github");
  const [token, setToken] = useState("");
  const [key, setKey] = useState("");
  const [id, setId] = useState(again?.github_app ?? "");
  const ready = url.trim() !== "" && (kind === "app" ? key.trim() !== "" && id.trim() !== "" : token !== "") && !connect.isPending;
  const send = () => {
    const way = kind === "app" ? { github_app: { id: id.trim(), private_key: key.trim() + "\n" } } : { token: token.trim() };
    connect.mutate({ url: url.trim(), forge: kind === "none" ? null : kind === "app" ? "github" : kind, ...way }, { onSuccess: () => onDone?.() });
  };
  return (
    <form
      ref={again ? intoForm : undefined}
      aria-label={words.connect}
      noValidate
      autoComplete="off"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) send();
      }}
    >
      {!again && <TextField label={words.url} hint={words.urlHint} value={url} onChange={setUrl} placeholder="https://github.com/owner/repository.git" />}
      <SelectField label={words.forge} value={kind} options={KINDS.map((value) => ({ value, label: words.forges[value] }))} onChange={(value) => setKind(value as Kind)} />
      {kind === "app" ? (
        <>
          <TextField label={words.appId} value={id} onChange={setId} />
          <Field label={words.appKey} hint={`${words.rights.app} ${words.tokenHint}`}>
            {(ids) => (
              <textarea {...ids} rows={3} autoComplete="off" spellCheck={false} value={key} onChange={(event) => setKey(event.target.value)} className={`${FIELD} max-h-40 font-mono text-xs [-webkit-text-security:disc]`} />
            )}
          </Field>
        </>
      ) : (
        <Field label={words.token} hint={`${words.rights[kind]} ${words.tokenHint}`}>
          {(ids) => <input {...ids} type="password" autoComplete="off" spellCheck={false} value={token} onChange={(event) => setToken(event.target.value)} className={FIELD} />}
        </Field>
      )}
      {connect.isError && <GitFault title={words.failed} error={connect.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" aria-disabled={!ready}>
          {connect.isPending ? words.connecting : again ? words.saveToken : words.connect}
        </Button>
        {onDone && <Button onClick={onDone}>{common.cancel}</Button>}
        {kind === "github" && (
          <LinkButton href={NEW_TOKEN} look="quiet" icon={<ExternalLink aria-hidden size={16} strokeWidth={1.75} />}>
            {words.makeToken}
          </LinkButton>
        )}
        {kind === "app" && (
          <LinkButton href={NEW_APP} look="quiet" icon={<ExternalLink aria-hidden size={16} strokeWidth={1.75} />}>
            {words.makeApp}
          </LinkButton>
        )}
      </div>
    </form>
  );
}
