import type { ComponentProps } from "react";
import type { IconName } from "./drawings";
import Icon from "./Icon";

type Props = ComponentProps<"button"> & {
  look?: "primary" | "secondary" | "quiet" | "danger";
  icon?: IconName;
  /** The name of a button that shows nothing but its icon. */
  label?: string;
};

export default function Button({ look = "secondary", icon, label, children, className = "", ...rest }: Props) {
  return (
    <button
      aria-label={label}
      className={`button button-${look} ${label ? "button-icon" : ""} ${className}`}
      title={label}
      type="button"
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
