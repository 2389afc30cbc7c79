import { isValidElement, memo, type ReactNode, useMemo, useState } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import remend from "remend";
import { blocksOfMarkdown, isPlainOnly } from "@/domain/markdown";
import { otherHost } from "@/domain/linkHost";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { PlainOnError } from "@/ui/PlainOnError";
import { useCalm } from "@/ui/useCalm";

export const MARKDOWN_PLUGINS = [remarkGfm];
const MOST = 30_000;
const BLOCKS = 200;
const LONGEST = 500_000;

/** What a model writes is a stranger's text: no HTML of it, no picture is fetched, links open outside without a trace. */
export const MARKDOWN_PARTS: Components = {
  h1: Title,
  h2: Title,
  h3: Title,
  h4: Title,
  h5: Title,
  h6: Title,
  a: Outward,
  img: ({ alt, src }) => <span className="text-muted">[{alt || String(src ?? "")}]</span>,
  code: ({ children }) => <code className="rounded-sm bg-sunken px-1 font-mono text-sm">{children}</code>,
  pre: ({ children }) => (
    <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 text-sm">
      {children}
    </pre>
  ),
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal pl-8">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote className="border-l-2 border-line pl-3 text-muted">{children}</blockquote>,
  table: ({ children }) => (
    <div tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse text-sm">{children}</table>
    </div>
  ),
  th: ({ children }) => <th className="border border-line bg-page px-2 py-1 text-left font-semibold">{children}</th>,
  td: ({ children }) => <td className="border border-line px-2 py-1 align-top">{children}</td>,
};

/** A link whose words look like another address says where it leads. */
function Outward({ children, href }: { children?: ReactNode; href?: string | undefined }) {
  if (!href) return <span>{children}</span>;
  const host = otherHost(wordsOf(children), href);
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline [overflow-wrap:anywhere]">
        {children}
      </a>
      {host && <span className="text-muted"> ({host})</span>}
    </>
  );
}

function wordsOf(part: ReactNode): string {
  if (typeof part === "string") return part;
  if (Array.isArray(part)) return part.map(wordsOf).join("");
  return isValidElement<{ children?: ReactNode }>(part) ? wordsOf(part.props.children) : "";
}

/** A stranger's headings are none of the page's: who moves by headings would be led astray. */
function Title({ children }: { children?: ReactNode }) {
  return <p className="font-semibold">{children}</p>;
}

interface Props {
  text: string;
  /** More of it may come. */
  growing?: boolean;
}

/** Markdown that grows: finished blocks are drawn once, only the last one is read again, at most every 50 ms. */
export function Prose({ text, growing = false }: Props) {
  const { turn } = useMessages();
  const [all, setAll] = useState(false);
  const shown = useCalm(text, growing);
  const read = useMemo(() => blocksOfMarkdown(shown.slice(0, MOST)), [shown]);
  const blocks = read.slice(0, BLOCKS);
  const long = shown.length > MOST || read.length > BLOCKS;
  return (
    <div className="flex max-w-[68ch] min-w-0 flex-col gap-3 text-chat [overflow-wrap:anywhere]">
      {blocks.map((block, at) => (
        <Block key={at} text={growing && at === blocks.length - 1 ? remend(block) : block} />
      ))}
      {long && !all && (
        <Button className="self-start" onClick={() => setAll(true)}>
          {turn.longText}
        </Button>
      )}
      {long && all && <Plain text={[...read.slice(BLOCKS), shown.slice(MOST, LONGEST)].join("\n\n")} />}
    </div>
  );
}

const Block = memo(function Block({ text }: { text: string }) {
  if (isPlainOnly(text)) return <Plain text={text} />;
  return (
    <PlainOnError plain={<Plain text={text} />}>
      <Markdown remarkPlugins={MARKDOWN_PLUGINS} components={MARKDOWN_PARTS}>
        {text}
      </Markdown>
    </PlainOnError>
  );
});

/** As it was written: what would be too much to read as Markdown. */
function Plain({ text }: { text: string }) {
  return (
    <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
      {text}
    </pre>
  );
}
