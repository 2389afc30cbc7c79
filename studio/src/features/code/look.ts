import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const FONT = { fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace', fontVariantLigatures: "none" };

/** The editor in the Studio's own colours, light and dark by the tokens alone. */
const FRAME = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--surface)", color: "var(--ink)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused::after": { content: '""', position: "absolute", inset: "0", border: "3px solid var(--accent)", pointerEvents: "none", zIndex: "400" },
  ".cm-scroller": { ...FONT, lineHeight: "20px", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "transparent", boxShadow: "inset 0 1px var(--line), inset 0 -1px var(--line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--line)", color: "var(--ink)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-content ::selection": { backgroundColor: "var(--accent-soft)", color: "inherit" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--ok-soft)", color: "inherit" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--edge)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--highlight)", color: "var(--on-highlight)" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 40px 8px 12px", fontSize: "13px" },
  ".cm-panel.cm-search label": { fontSize: "13px", display: "inline-flex", alignItems: "center", gap: "4px", minHeight: "28px" },
  ".cm-panel.cm-search [name=close]": { top: "8px", right: "8px", width: "28px", height: "28px", fontSize: "20px", color: "var(--ink)" },
  // A phone zooms into a field with smaller words.
  ".cm-textfield": { ...field(), padding: "4px 8px", fontSize: "16px" },
  ".cm-button": { ...field(), backgroundImage: "none", padding: "4px 10px", fontWeight: "600" },
  ".cm-button:focus-visible, .cm-textfield:focus-visible": { outline: "3px solid var(--accent)", outlineOffset: "1px" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "6px" },
  ".cm-diagnostic": { padding: "6px 10px" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--warn)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn)" },
});

function field() {
  return { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "6px", fontSize: "13px", fontFamily: "inherit" };
}

const WORDS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--plum)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.color, tags.unit], color: "var(--warn)" },
  { tag: [tags.typeName, tags.className, tags.tagName, tags.namespace], color: "var(--accent)" },
  { tag: [tags.propertyName, tags.attributeName, tags.function(tags.variableName)], color: "var(--accent-strong)" },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.heading, fontWeight: "600", color: "var(--accent)" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--accent)", textDecoration: "underline" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

export const LOOK = [FRAME, syntaxHighlighting(WORDS)];
