import { memo } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import remend from "remend";

const PLUGINS = [remarkGfm];

/** What a model writes is a stranger's text: no HTML of it, no picture is fetched, links open outside without a trace. */
const PARTS: Components = {
  a: ({ children, href }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline">
      {children}
    </a>
  ),
  img: ({ alt, src }) => <span className="text-muted">[{alt || String(src ?? "")}]</span>,
  code: ({ children }) => <code className="rounded-sm bg-sunken px-1 font-mono text-sm">{children}</code>,
  pre: ({ children }) => <pre className="overflow-x-auto rounded-md bg-sunken p-3 text-sm">{children}</pre>,
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="list-decimal pl-5">{children}</ol>,
  table: ({ children }) => <table className="block overflow-x-auto text-sm">{children}</table>,
};

/** Markdown that grows: finished blocks are drawn once, only the last one is read again. */
export function Prose({ text }: { text: string }) {
  const blocks = text.split(/\n{2,}(?=\S)/);
  return (
    <div className="flex max-w-[68ch] flex-col gap-3 text-chat break-words">
      {blocks.map((block, at) => (
        <Block key={at} text={at === blocks.length - 1 ? remend(block) : block} />
      ))}
    </div>
  );
}

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={PLUGINS} components={PARTS}>
      {text}
    </Markdown>
  );
});
