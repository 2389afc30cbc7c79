import { type Api, onceKey, unwrap } from "@/data/api";

/** Why a file did not reach the server. */
export class UploadFailed extends Error {}

/** Puts a file into storage, straight from the browser; what it is called there. */
export async function upload(api: Api, file: Blob, signal?: AbortSignal): Promise<string> {
  const form = unwrap(await api.POST("/admin/uploads", { headers: onceKey(), ...(signal ? { signal } : {}) }));
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append("file", file);
  const answer = await fetch(form.url, { method: "POST", body, ...(signal ? { signal } : {}) }).catch(() => null);
  if (!answer?.ok) throw new UploadFailed();
  return form.upload_id;
}
