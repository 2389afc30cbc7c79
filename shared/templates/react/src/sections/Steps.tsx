import { steps } from "../content";

export default function Steps() {
  return (
    <section aria-labelledby="steps-title" className="container-page py-20 md:py-28" id="steps">
      <h2 className="max-w-2xl text-4xl font-bold tracking-tight md:text-5xl" id="steps-title">
        {steps.title}
      </h2>
      <ol className="mt-14 grid gap-10 md:grid-cols-3 md:gap-8">
        {steps.items.map((step, index) => (
          <li className="border-t-2 border-ink pt-6" key={step.title}>
            <span aria-hidden="true" className="font-display text-5xl font-extrabold text-accent">
              {index + 1}
            </span>
            <h3 className="mt-4 text-xl font-semibold tracking-tight">{step.title}</h3>
            <p className="mt-2 leading-relaxed text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
