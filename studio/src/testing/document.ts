import { readFileSync } from "node:fs";

/** As much of JSON Schema as the API's document needs to say what an answer holds. */
interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Answer {
  $ref?: string;
  content?: Record<string, { schema?: Schema; example?: unknown }>;
}

interface Document {
  paths: Record<string, Record<string, { responses?: Record<string, Answer> }>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}

/** An operation of the document with the example of what it answers when it is done. */
export interface Documented {
  method: string;
  path: string;
  status: number;
  schema: Schema;
  example: unknown;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
const DOCUMENT = JSON.parse(readFileSync(`${import.meta.dirname}/../../../docs/openapi.json`, "utf8")) as Document;

/** Every operation that is answered in JSON. */
export const OPERATIONS: readonly Documented[] = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  METHODS.flatMap((method) =>
    Object.entries(methods[method]?.responses ?? {}).flatMap(([status, answer]) => {
      const told = answer.content?.["application/json"];
      return status.startsWith("2") && told?.schema ? [{ method, path, status: Number(status), schema: told.schema, example: told.example }] : [];
    }),
  ),
);

/** With what a request is answered when it is done. */
export function doneWith(method: string, pathname: string): number {
  const path = pathOf(method, pathname);
  const statuses = Object.keys(DOCUMENT.paths[path ?? ""]?.[method.toLowerCase()]?.responses ?? {});
  return Number(statuses.find((status) => status.startsWith("2")) ?? 200);
}

/** What an answer holds that the document does not allow. Fields may be left out, since a test says only what it looks at. */
export function undocumented(method: string, pathname: string, status: number, body: unknown): string[] {
  const path = pathOf(method, pathname);
  if (path === null) return [`${method} ${pathname}: the document has no such route`];
  const answers = DOCUMENT.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const answer = answers[String(status)];
  if (!answer) return [`${method} ${path}: is never answered with ${status}`];
  const { content = {} } = answer.$ref ? (DOCUMENT.components.responses[nameOf(answer.$ref)] ?? {}) : answer;
  const schema = (content["application/json"] ?? content["application/problem+json"])?.schema;
  if (!schema) return [];
  return faults(schema, body, `${method} ${path} ${status}`);
}

/** The template that an address is of; one without parameters comes before one with. */
function pathOf(method: string, pathname: string): string | null {
  const fits = Object.keys(DOCUMENT.paths).filter((path) => method.toLowerCase() in (DOCUMENT.paths[path] ?? {}) && pattern(path).test(pathname));
  return fits.toSorted((one, other) => one.split("{").length - other.split("{").length)[0] ?? null;
}

function pattern(path: string): RegExp {
  const plain = path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replaceAll("{path}", ".+").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

const nameOf = (reference: string) => reference.split("/").at(-1) ?? "";

/** `open`: another part of the same whole may know the fields that this one does not. */
function faults(schema: Schema, value: unknown, at: string, open = false): string[] {
  if (schema.$ref) return faults(DOCUMENT.components.schemas[nameOf(schema.$ref)] ?? {}, value, at, open);
  if (schema.allOf) return schema.allOf.flatMap((part) => faults(part, value, at, true));
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return fewest(ways.map((way) => faults(way, value, at, open)));
  if ("const" in schema && value !== schema.const) return [`${at}: ${JSON.stringify(value)} is not ${JSON.stringify(schema.const)}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at}: ${JSON.stringify(value)} is none of ${schema.enum.join(", ")}`];
  if (schema.type && !isOf(schema.type, value)) return [`${at}: ${JSON.stringify(value)} is no ${schema.type}`];
  if (Array.isArray(value)) return value.flatMap((item, index) => faults(schema.items ?? {}, item, `${at}[${index}]`));
  return isObject(value) && schema.type === "object" ? unknownIn(schema, value, at, open) : [];
}

function unknownIn({ properties = {}, additionalProperties: others }: Schema, value: Record<string, unknown>, at: string, open: boolean): string[] {
  return Object.entries(value).flatMap(([name, held]) => {
    const known = properties[name];
    if (held === undefined) return [];
    if (known) return faults(known, held, `${at}.${name}`);
    if (typeof others === "object") return faults(others, held, `${at}.${name}`);
    return others === true || open ? [] : [`${at}: the document has no "${name}"`];
  });
}

/** The best of several ways to read a value: what it was meant as. */
function fewest(found: string[][]): string[] {
  return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function isOf(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
