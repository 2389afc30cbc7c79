import { pictures, type PictureName } from "./drawings";

export default function Picture({ name, className }: { name: PictureName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 240 160">
      {pictures[name].map(([path, colour]) => (
        <path d={path} fill={`var(--${colour})`} key={path} />
      ))}
    </svg>
  );
}
