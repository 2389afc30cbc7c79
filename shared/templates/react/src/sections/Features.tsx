import Icon from "../components/Icon";
import { features } from "../content";

export default function Features() {
  return (
    <section aria-labelledby="features-title" className="border-y border-line bg-surface" id="features">
      <div className="container-page py-20 md:py-28">
        <div className="max-w-2xl">
          <h2 className="text-4xl font-bold tracking-tight md:text-5xl" id="features-title">
            {features.title}
          </h2>
          <p className="mt-5 text-lg leading-relaxed text-muted">{features.lead}</p>
        </div>
        <ul className="mt-14 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {features.items.map((item) => (
            <li className="rounded-card border border-line bg-page p-7 transition-colors hover:border-accent" key={item.title}>
              <span className="inline-flex size-12 items-center justify-center rounded-2xl bg-accent-soft text-accent">
                <Icon name={item.icon} />
              </span>
              <h3 className="mt-6 text-xl font-semibold tracking-tight">{item.title}</h3>
              <p className="mt-2 leading-relaxed text-muted">{item.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
