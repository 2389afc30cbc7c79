import { Component, type ReactNode } from "react";

interface Props {
  /** What is shown where the rest cannot be drawn. */
  plain: ReactNode;
  children: ReactNode;
}

/** A stranger's text may be more than its reader can do (too deep, too odd): then it is shown as it is, and the page goes on. */
export class PlainOnError extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.plain : this.props.children;
  }
}
