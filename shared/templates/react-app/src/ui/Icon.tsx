import { icons, type IconName } from "./drawings";

export default function Icon({ name }: { name: IconName }) {
  return (
    <svg
      aria-hidden="true"
      className="size-5 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 24 24"
    >
      <path d={icons[name]} />
    </svg>
  );
}
