import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import type { Schemas } from "@/data/api";
import { PLAIN_CHARS } from "@/domain/fileKinds";
import { languageOf } from "@/features/code/languages";
import { LOOK } from "@/features/code/look";

export type Finding = Schemas["Diagnostic"];

export interface Document {
  /** Documents of the same key are the same file, whose undo history is kept. */
  key: string;
  path: string;
  text: string;
  readOnly: boolean;
  /** The name of the field for a screen reader. */
  label: string;
}

interface Handlers {
  onChange: (text: string) => void;
  onSave: () => void;
}

/** Marks a change that nobody typed: the file was changed elsewhere. */
const fromElsewhere = Annotation.define<true>();
const KEPT_STATES = 20;

/**
 * Typing over a selection is done here and not by the browser: Chromium keeps the look of the replaced words in a `style`
 * attribute, which the content policy refuses and reports. An input method is left to compose by itself.
 */
const overSelection = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    const typed = inputType === "insertText" && data !== null && !view.composing;
    if (!typed || view.state.readOnly || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/** CodeMirror in a shadow root, where its styles are sheets and not elements: the content policy allows no other. */
export class Editor {
  handlers: Handlers = { onChange: () => undefined, onSave: () => undefined };
  private readonly view: EditorView;
  private readonly language = new Compartment();
  private readonly states = new Map<string, EditorState>();
  private shown: Document | null = null;

  constructor(host: HTMLElement, private readonly phrases: Record<string, string>) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    root.replaceChildren();
    this.view = new EditorView({ parent: root, root });
    this.view.dom.style.height = "100%";
  }

  show(next: Document): void {
    if (this.shown) this.keep(this.shown.key);
    const same = this.shown?.key === next.key && this.shown.readOnly === next.readOnly;
    this.shown = next;
    if (!same) this.open(next);
    else if (next.text !== this.text) this.replace(next.text);
  }

  /** What was found wrong in the file that is shown. */
  mark(findings: readonly Finding[]): void {
    this.view.dispatch(setDiagnostics(this.view.state, findings.map((finding) => this.markOf(finding))));
  }

  goTo(line: number): void {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.min(line, doc.lines));
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }

  private get text(): string {
    return this.view.state.sliceDoc();
  }

  private open(next: Document): void {
    const kept = this.states.get(next.key);
    this.view.setState(kept ?? this.stateOf(next));
    // Tab leaves the editor, until Ctrl-M (on a Mac Shift-Alt-M) says that it indents.
    this.view.setTabFocusMode(true);
    if (kept && next.text !== this.text) this.replace(next.text);
    if (!kept) void this.colour(next);
  }

  private async colour({ key, path, text }: Document): Promise<void> {
    const language = text.length > PLAIN_CHARS ? null : await languageOf(path);
    if (language && this.shown?.key === key) this.view.dispatch({ effects: this.language.reconfigure(language) });
  }

  private replace(text: string): void {
    const { doc } = this.view.state;
    this.view.dispatch({ changes: { from: 0, to: doc.length, insert: this.view.state.toText(text) }, annotations: fromElsewhere.of(true) });
  }

  private keep(key: string): void {
    this.states.delete(key);
    this.states.set(key, this.view.state);
    const [oldest] = this.states.keys();
    if (this.states.size > KEPT_STATES && oldest !== undefined) this.states.delete(oldest);
  }

  private stateOf({ text, readOnly, label }: Document): EditorState {
    const breaks = text.includes("\r\n") ? [EditorState.lineSeparator.of("\r\n")] : [];
    const closed = readOnly ? [EditorState.readOnly.of(true)] : [];
    return EditorState.create({ doc: text, extensions: [...breaks, ...closed, this.language.of([]), this.common(label)] });
  }

  private common(label: string): Extension {
    return [
      lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), indentOnInput(),
      bracketMatching(), highlightSelectionMatches(), search({ top: true }), overSelection, LOOK, EditorState.phrases.of(this.phrases),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      keymap.of([{ key: "Mod-s", preventDefault: true, run: () => (this.handlers.onSave(), true) }, indentWithTab]),
      keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((update) => {
        const typed = update.docChanged && !update.transactions.some((one) => one.annotation(fromElsewhere));
        if (typed) this.handlers.onChange(this.text);
      }),
    ];
  }

  /** From the place that the finding names to the end of its line; without a line it is the first one. */
  private markOf({ line, column, message, hint, severity }: Finding): Mark {
    const { doc } = this.view.state;
    const { from, to, length } = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines));
    const start = from + Math.min(Math.max((column ?? 1) - 1, 0), length);
    return { from: start, to, severity, message: hint ? `${message} ${hint}` : message };
  }
}
