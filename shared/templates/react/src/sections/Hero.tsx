import Artwork from "../components/Artwork";
import ButtonLink from "../components/ButtonLink";
import { hero } from "../content";

export default function Hero() {
  return (
    <section aria-labelledby="hero-title" className="container-page grid items-center gap-12 py-16 md:py-24 lg:grid-cols-[1.15fr_1fr] lg:gap-20">
      <div>
        <p className="inline-flex items-center gap-2 rounded-full bg-accent-soft px-4 py-1.5 text-sm font-medium text-ink">
          <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
          {hero.eyebrow}
        </p>
        <h1
          className="mt-6 text-[clamp(2.75rem,8vw,5rem)] leading-[1.02] font-extrabold tracking-[-0.03em]"
          id="hero-title"
        >
          {hero.title}
        </h1>
        <p className="mt-6 max-w-xl text-lg leading-relaxed text-muted md:text-xl">{hero.lead}</p>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonLink href={hero.primary.href}>{hero.primary.label}</ButtonLink>
          <ButtonLink href={hero.secondary.href} look="secondary">
            {hero.secondary.label}
          </ButtonLink>
        </div>
      </div>
      <Artwork />
    </section>
  );
}
