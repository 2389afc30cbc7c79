import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Prose } from "@/ui/Prose";

const drawn = (text: string, growing = false) => render(<Prose text={text} growing={growing} />).container;

afterEach(() => vi.useRealTimers());

describe("what a model writes", () => {
  it("is Markdown, whose links open outside without a trace, and whose headings are none of the page's", () => {
    const shown = drawn("# Title\n\n[a link](https://example.org) and `code`\n\n3. three\n4. four");
    expect(shown.querySelector("h1")).toBeNull();
    const link = screen.getByRole("link", { name: "a link" });
    expect(link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(shown.querySelector("ol")?.getAttribute("start")).toBe("3");
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "<a href='javascript:alert(1)'>x</a>",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "![a picture](https://evil.example/p.png)",
    "![](//evil.example/p.png)",
    "<iframe src=https://evil.example></iframe>",
    "[x]: javascript:alert(1)\n\n[x]",
    "<javascript:alert(1)>",
  ])("runs nothing and fetches nothing: %s", (text) => {
    const shown = drawn(text);
    expect(shown.querySelector("img, script, iframe, [onerror]")).toBeNull();
    for (const link of shown.querySelectorAll("a")) expect(link.getAttribute("href")).toMatch(/^https?:/);
  });

  it("says where a link leads whose words are another address", () => {
    expect(drawn("[**https://bank.example**](https://evil.example/x)").textContent).toBe("https://bank.example (evil.example)");
    expect(drawn("https://bank.example/x and [the docs](https://evil.example)").textContent).not.toContain("(");
  });

  it("half written is no link to nowhere and no broken fence", () => {
    const shown = drawn("See [the docs](https://exam", true);
    expect(shown.querySelector("a")).toBeNull();
    expect(shown.textContent).toContain("the docs");
    expect(drawn("```ts\nconst a = 1;\n\nconst b", true).querySelectorAll("pre")).toHaveLength(1);
    expect(drawn("**bold", true).querySelector("strong")?.textContent).toBe("bold");
  });
});

describe("a text that grows", () => {
  it("is read again at most every 50 ms, and its finished blocks stay the same nodes", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { container, rerender } = render(<Prose text={"One\n\nTwo"} growing />);
    act(() => void vi.advanceTimersByTime(60));
    const first = container.querySelector("p");
    for (const text of ["One\n\nTwo a", "One\n\nTwo a b", "One\n\nTwo a b c"]) rerender(<Prose text={text} growing />);
    expect(container.textContent).toBe("OneTwo");
    act(() => void vi.advanceTimersByTime(60));
    expect(container.textContent).toBe("OneTwo a b c");
    expect(container.querySelector("p")).toBe(first);
    rerender(<Prose text={"One\n\nTwo a b c.\n\nEnd"} />);
    expect(container.textContent).toBe("OneTwo a b c.End");
    expect(container.querySelector("p")).toBe(first);
  });
});

describe("a hostile text", () => {
  const texts: Record<string, string> = {
    "a line of a megabyte": "x".repeat(1_000_000),
    "10,000 items": Array.from({ length: 10_000 }, (_, at) => `- item ${at}`).join("\n"),
    "10,000 nested quotes": `${">".repeat(10_000)} deep`,
    "nested quotes with blanks": `${"> ".repeat(5_000)}deep`,
    "nested lists": Array.from({ length: 500 }, (_, at) => `${"  ".repeat(at)}- x`).join("\n"),
    "open brackets": "[".repeat(9_000),
    "open links": "[a](".repeat(2_500),
    "open emphasis": "*a **b ".repeat(1_400),
    "open code": "`".repeat(9_000),
    "ticks of every length": Array.from({ length: 130 }, (_, at) => "`".repeat(at + 1)).join(" "),
    "a wide table": `|${"a|".repeat(2_000)}\n|${"-|".repeat(2_000)}\n|${"b|".repeat(2_000)}`,
    "html without end": "<div ".repeat(2_000),
    "a megabyte of paragraphs": "word\n\n".repeat(170_000),
    "controls": "\u0000\u202e\ud800 x",
  };

  it.each(Object.keys(texts))("is drawn in a bounded time: %s", (name) => {
    const started = performance.now();
    drawn(texts[name] ?? "", true);
    expect(performance.now() - started).toBeLessThan(30_000);
  }, 40_000);

  it("is never shown whole unasked", () => {
    const shown = drawn("word and word\n\n".repeat(20_000));
    const before = shown.textContent.length;
    expect(before).toBeLessThan(31_000);
    fireEvent.click(screen.getByRole("button", { name: "Show the rest" }));
    expect(shown.textContent.length).toBeGreaterThan(before);
  });
});
